"""The site's own texts pass the filter of the chat, in all languages."""

from __future__ import annotations

import pytest
from django.conf import settings

from games_app.lib.chat_text import is_abusive
from tests.people.test_word_filter import abusive_messages


@pytest.mark.parametrize("domain", ["django", "djangojs"])
@pytest.mark.parametrize("language", ["id", "es", "zh_Hans"])
def test_the_catalogues_of_all_languages_pass(language, domain):
    assert abusive_messages(language, domain) == []


def test_the_documentation_passes():
    pages = (settings.BASE_DIR / "docs").glob("*.md")
    lines = [line for page in pages for line in page.read_text(encoding="utf-8").splitlines()]
    assert [line for line in lines if is_abusive(line)] == []
