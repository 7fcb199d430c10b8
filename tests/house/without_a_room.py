"""Run by test_rooms in a copy of the site that lacks a room: a match is made, played and shown."""

from __future__ import annotations

import pytest
from django.test import Client

from games_app.archive.verify import verify
from games_app.models import Match
from tests.pages.people import act, begun, loaded

PLAIN_FILES = "django.contrib.staticfiles.storage.StaticFilesStorage"

pytestmark = pytest.mark.django_db(transaction=True)


def test_match_is_played_to_its_end(settings):
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": PLAIN_FILES}}
    alice, bob = Client(), Client()
    address = begun(alice, bob, "mancala")
    while (match := loaded(address)).row.status == Match.Status.PLAYING:
        role = match.state.to_move[0]
        act(address, role, match.state.legal_actions(role)[0])
    for page in (address, "/", "/account", "/lobby", "/history?mine=1", "/download"):
        assert alice.get(page).status_code == 200, page
    assert alice.get("/webhook").status_code == 404
    assert verify(loaded(address).row.public_id) == []
