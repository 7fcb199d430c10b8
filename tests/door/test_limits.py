"""R15: new players from one address are bounded, with a clear answer."""

from __future__ import annotations

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError, connection
from django.test import Client

from games_app.archive import pages
from games_app.door import limits
from games_app.lib.rate_limit import RateLimit
from games_app.models import Player
from games_app.people import players

pytestmark = pytest.mark.django_db(transaction=True)


def arrive(address: str):
    return Client(REMOTE_ADDR=address).post("/name", {"name": "visitor"})


def test_a_school_class_may_come_but_not_a_flood(monkeypatch):
    assert limits.GUESTS.burst >= 30
    monkeypatch.setattr(limits, "GUESTS", RateLimit("few", burst=2, per_second=0.01))
    *let_in, refused = [arrive("203.0.113.5") for _ in range(3)]
    assert [one.status_code for one in let_in] == [302, 302]
    assert (refused.status_code, int(refused["Retry-After"]) >= 1) == (429, True)
    page = refused.content.decode()
    assert '<form class="actions" method="post" action="/name"' in page
    assert '<input type="hidden" name="name" value="visitor">' in page
    assert Player.objects.count() == 2
    assert arrive("203.0.113.6").status_code == 302


def test_all_addresses_of_one_network_of_the_new_kind_share_what_one_may(monkeypatch):
    monkeypatch.setattr(limits, "GUESTS", RateLimit("few", burst=2, per_second=0.01))
    assert [arrive(f"2001:db8:1:2::{n}").status_code for n in (1, 2, 3)] == [302, 302, 429]
    assert arrive("2001:db8:1:3::1").status_code == 302


def test_known_player_is_never_refused_as_new(monkeypatch):
    monkeypatch.setattr(limits, "GUESTS", RateLimit("few", burst=2, per_second=0.01))
    alice = Client(REMOTE_ADDR="203.0.113.5")
    alice.post("/name", {"name": "alice"})
    assert [arrive("203.0.113.5").status_code for _ in range(2)] == [302, 429]
    assert alice.post("/name", {"name": "alice too"}).status_code == 302


def test_while_the_record_cannot_be_reached_pages_say_when_to_come_back(monkeypatch):
    def out_of_reach(*_):
        raise OperationalError

    monkeypatch.setattr(players, "current", out_of_reach)
    answer = Client().get("/name")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "Your matches are safe" in answer.content.decode()


def test_a_page_whose_session_cannot_be_saved_says_when_to_come_back(monkeypatch):
    def locked(*_, **__):
        raise OperationalError("database is locked")

    monkeypatch.setattr(SessionStore, "save", locked)
    answer = Client().post("/name", {"name": "alice"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")


def test_request_that_waits_for_the_one_place_holds_no_connection(monkeypatch):
    monkeypatch.setattr(pages, "REPLAY_PATIENCE", 0.01)
    place = pages.OneAtATime()
    with place.held() as first:
        Player.objects.exists()
        with place.held() as second:
            assert (first, second) == (True, False)
            assert connection.connection is None
    with place.held() as third:
        assert third
