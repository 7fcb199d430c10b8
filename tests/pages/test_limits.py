"""R15: new players from one address are bounded, with a clear answer."""

from __future__ import annotations

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError, connection
from django.test import Client

from games_app.lib.rate_limit import RateLimit
from games_app.models import Player
from games_app.services.people import players
from games_app.views import files, limits
from games_app.views.limits import GUESTS
from tests.pages.people import config

pytestmark = pytest.mark.django_db(transaction=True)


def arrive(address: str):
    return Client(REMOTE_ADDR=address).post("/name", {"name": "visitor"})


@pytest.mark.slow
def test_a_school_class_may_come_but_not_a_flood():
    arrivals = [arrive("203.0.113.5") for _ in range(2 * GUESTS.burst)]
    answers = [one.status_code for one in arrivals]
    refused = arrivals[answers.index(429)]
    assert set(answers[: GUESTS.burst]) == {302}
    assert int(refused["Retry-After"]) >= 1
    page = refused.content.decode()
    assert "Try again in" in page
    assert '<form class="actions" method="post" action="/name"' in page
    assert '<input type="hidden" name="name" value="visitor">' in page
    assert Player.objects.count() == answers.count(302)
    assert arrive("203.0.113.6").status_code == 302


def test_all_addresses_of_one_network_of_the_new_kind_share_what_one_may(monkeypatch):
    monkeypatch.setattr(limits, "GUESTS", RateLimit("few", burst=2, per_second=0.01))
    assert [arrive(f"2001:db8:1:2::{n}").status_code for n in (1, 2, 3)] == [302, 302, 429]
    assert arrive("2001:db8:1:3::1").status_code == 302


@pytest.mark.parametrize(
    ("limit", "path", "form"),
    [
        (limits.NEW_MATCHES, "/new/mancala", config() | {"cmd": "the-form-of-alice"}),
        (limits.NAMES, "/name", {"name": "alice"}),
    ],
    ids=["new matches", "names"],
)
def test_matches_are_made_and_names_chosen_at_a_bounded_pace(narrow, limit, path, form):
    narrow(limit, burst=2)
    alice = Client(REMOTE_ADDR="203.0.113.5")
    answers = [alice.post(path, form) for _ in range(3)]
    assert [one.status_code for one in answers] == [302, 302, 429]
    assert int(answers[2]["Retry-After"]) >= 1
    page = answers[2].content.decode()
    assert "Too many requests" in page
    assert all(f'<input type="hidden" name="{name}" value="{value}">' in page for name, value in form.items())
    assert Client(REMOTE_ADDR="203.0.113.6").post(path, form).status_code == 302


def test_who_is_known_already_is_never_refused_as_new(monkeypatch):
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


def test_who_waits_for_the_one_place_holds_no_connection(monkeypatch):
    monkeypatch.setattr(files, "PATIENCE", 0.01)
    place = files.OneAtATime()
    with place.held() as first:
        Player.objects.exists()
        with place.held() as second:
            assert (first, second) == (True, False)
            assert connection.connection is None
    with place.held() as third:
        assert third
