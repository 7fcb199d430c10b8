"""Cookies with HTTPS: their names can't be set by other sites of the domain, and nobody loses a seat."""

from __future__ import annotations

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError
from django.test import Client

from games_app.lib import request_cookies
from games_app.live.joining import origin_allowed
from games_app.models import Player

pytestmark = pytest.mark.django_db(transaction=True)

NEW, OLD = "__Host-sessionid", "sessionid"


@pytest.fixture
def https(settings):
    settings.HTTPS = settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = NEW, "__Host-csrftoken"


def came(client: Client, name: str = "alice"):
    """Do something for the first time."""
    assert client.post("/name", {"name": name}).status_code == 302
    return client.cookies


@pytest.fixture
def before(alice, settings, request) -> str:
    """The session that alice has had since the cookie had its old name."""
    key = came(alice)[OLD].value
    request.getfixturevalue("https")
    return key


def person_of(cookies: dict[str, str]) -> int | None:
    return request_cookies.session_of(cookies).get("person")


def test_both_cookies_are_taken_from_this_host_only(https, alice):
    alice.get("/name")
    for cookie in (came(alice)[NEW], alice.cookies["__Host-csrftoken"]):
        assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")
    assert OLD not in alice.cookies


def test_a_session_from_before_goes_on_under_the_new_name(before, alice):
    answer = alice.get("/")
    assert answer.cookies[NEW].value == before
    assert answer.cookies[OLD]["max-age"] == 0
    assert NEW not in alice.get("/").cookies, "once"
    assert Player.objects.count() == 1
    assert alice.post("/name", {"name": "alice too"}).status_code == 302
    assert Player.objects.get().name == "alice too"


def test_so_it_does_for_a_page_that_was_open_meanwhile(before):
    assert person_of({OLD: before}) == person_of({NEW: before}) == Player.objects.get().pk


def test_session_of_the_new_cookie_name_cant_be_planted_under_the_old(https, mallory, carol):
    planted = came(mallory)[NEW].value
    assert person_of({NEW: planted}) == Player.objects.get().pk
    assert person_of({OLD: planted}) is None
    carol.cookies[OLD] = planted
    came(carol, "carol")
    assert sorted(Player.objects.values_list("name", flat=True)) == ["alice", "carol"]


def test_session_under_the_new_cookie_name_counts_more(before, carol):
    own = came(carol, "carol")[NEW].value
    assert person_of({NEW: own, OLD: before}) == Player.objects.get(name="carol").pk
    carol.cookies[OLD] = before
    assert NEW not in carol.get("/").cookies


def test_a_page_that_failed_leaves_the_old_cookie_in_its_place(before, alice, monkeypatch):
    def out_of_reach(*_):
        raise OperationalError

    with monkeypatch.context() as down:
        down.setattr(SessionStore, "load", out_of_reach)
        answer = alice.get("/rules/mancala")
        assert not {NEW, OLD} & set(answer.cookies)
    alice.raise_request_exception = False
    with monkeypatch.context() as broken:
        broken.setattr("games_app.pages.site.match_lists.going_on", lambda *_: 1 / 0)
        answer = alice.get("/")
        assert (answer.status_code, set(answer.cookies)) == (500, set())
    assert alice.get("/").cookies[NEW].value == before


def test_a_socket_with_either_name_needs_our_own_page(https):
    for cookies, allowed in (({}, True), ({NEW: "x"}, False), ({OLD: "x"}, False)):
        scope = {"headers": [(b"host", b"localhost")], "cookies": cookies}
        assert origin_allowed(scope) is allowed
