"""The stream of a player in the HTTP API: who may open it. A nightly test of faults reads it."""

from __future__ import annotations

import pytest

from games_app.api import stream
from games_app.api.door import NDJSON
from games_app.lib import clock
from games_app.live import me
from games_app.live.joining import OpenSockets
from games_app.models import Account, Player
from games_app.people import api_tokens
from tests.api.test_api import ROOT

pytestmark = pytest.mark.django_db(transaction=True)

STREAM = f"{ROOT}/stream"


@pytest.fixture
def token() -> str:
    now = clock.now()
    player = Player.objects.create(name="bob", created_at=now)
    account = Account.objects.create(player=player, name="bob", password="!", created_at=now)
    return api_tokens.make(account, "a program", now)


def opened(carol, token, query="", method="get"):
    return getattr(carol, method)(STREAM + query, HTTP_AUTHORIZATION=f"Bearer {token}")


def test_a_token_opens_the_stream_which_nobody_stores_or_compresses(carol, token):
    for method in ("get", "head"):
        answer = opened(carol, token, method=method)
        assert (answer.status_code, answer["Content-Type"]) == (200, NDJSON)
        assert answer["Access-Control-Allow-Origin"] == "*"
    assert not answer.streaming, "the answer to HEAD would never end"
    answer = opened(carol, token)
    assert answer.streaming
    assert "no-store" in answer["Cache-Control"]
    assert not answer.has_header("Content-Encoding")
    assert not answer.has_header("ETag")


def test_a_stranger_and_a_session_have_no_stream(alice, carol):
    for reader in (alice, carol):
        answer = reader.get(STREAM)
        assert (answer.status_code, answer.json()["code"]) == (401, "no_token")


def test_an_unknown_place_is_refused(carol, token):
    answer = opened(carol, token, "?after=12")
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_place")


def test_streams_count_for_their_player_and_as_sockets_of_their_address(carol, token, monkeypatch):
    monkeypatch.setattr(me, "MOST_OF_PLAYER", 0)
    answer = opened(carol, token)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_streams")
    monkeypatch.undo()
    monkeypatch.setattr(stream, "open_sockets", OpenSockets(limit=0))
    answer = opened(carol, token)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_pages")
    assert answer.has_header("Retry-After")
