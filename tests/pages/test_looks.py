"""Pages have the looks that were chosen in this browser."""

import json
import re

import pytest
from django.conf import settings

from games_app.door.context import APPEARANCE

pytestmark = pytest.mark.django_db(transaction=True)


def looks_of(client, cookie=None):
    """Return the theme of the page and that of the boards."""
    if cookie is not None:
        client.cookies["preferences"] = cookie
    page = client.get("/rules/mancala").content.decode()
    return re.search(r'<html[^>]*\sdata-theme="([^"]*)" data-board="([^"]*)"', page).groups()


def test_a_foreign_value_in_the_cookie_is_ignored(mallory):
    assert looks_of(mallory, 'theme=%22%20onload%3D%22&board=gold"><script>') == ("auto", "teak")
    assert looks_of(mallory, "theme=light&board=%ff%00") == ("light", "teak")


def test_the_server_and_the_browser_know_the_same_looks():
    source = (settings.BASE_DIR / "static" / "preferences.js").read_text(encoding="utf-8")
    for name, values in APPEARANCE.items():
        assert re.search(rf"^  {name}: (\[.*\]),$", source, re.MULTILINE)[1] == json.dumps(list(values))
