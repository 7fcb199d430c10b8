"""Every route: whether it takes a form, its limit, and its answer to scripts when it refuses."""

from __future__ import annotations

import re

import pytest
from django.apps import apps
from django.db import OperationalError
from django.test import Client

from games_app.door import limits
from games_app.door.visitors import NUL
from games_app.lists import attention
from games_app.models import Player, PushKey
from games_app.people import players
from games_app.record.writer import writer
from tests.pages.people import begun, make
from tests.routes import EXAMPLES, all_routes

pytestmark = pytest.mark.django_db(transaction=True)

ROUTES = {route.filled(): route for route in all_routes()}
LIMITS = {path: route.limit for path, route in ROUTES.items() if route.limit}
"""The limit of each path that takes a POST."""
DESK = {"/moderation", "/moderation/", "/moderation/act", "/host", "/host/backup"}
"""Paths that only people with a role find."""
SCRIPTED = [path for path in LIMITS if ROUTES[path].is_for_scripts]
"""Paths to which scripts send something."""


def test_the_routes_of_all_parts_are_found():
    assert {"/", "/m/2222222222/cancel", "/board/mancala", "/moderation/act"} <= set(ROUTES)
    assert {"/try", "/analyse", "/m/2222222222/notes", "/login/passkey"} <= set(SCRIPTED)


def test_a_route_that_takes_a_post_declares_its_limit(carol):
    """Decorate the view by form_view or json_view."""
    answers = {path: carol.post(path).status_code for path in ROUTES if path not in LIMITS}
    assert {path for path, status in answers.items() if status != 405} <= DESK


def test_a_limit_that_is_declared_is_kept(mallory, narrow):
    for limit in LIMITS.values():
        narrow(limit, burst=1)
    for path in LIMITS.keys() - DESK:
        mallory.post(path)
        assert mallory.post(path).status_code == 429, path


def test_a_form_of_another_site_is_refused(alice):
    make(alice)
    mallory = Client(enforce_csrf_checks=True)
    mallory.cookies = alice.cookies
    answers = {path: mallory.post(path).status_code for path in LIMITS if not path.startswith("/api/")}
    # The button of a mail program sends this one.
    assert {path for path, status in answers.items() if status != 403} - DESK == {"/mail/stop/some-token"}


@pytest.mark.django_db(transaction=True, databases=["default", "engine"])
def test_opening_the_address_of_a_form_changes_nothing(alice, bob, carol):
    waiting, playing = make(alice), begun(alice, bob)
    before, other = rows(), Player.objects.get(name="bob").public_id
    for person, address in ((alice, playing), (carol, waiting)):
        values = EXAMPLES | {"match": address.rsplit("/", 1)[1], "player": other}
        for route in ROUTES.values():
            if route.limit:
                person.get(route.filled(values))
        assert rows() == before


def rows() -> dict[str, list[tuple[object, ...]]]:
    """Return all that is stored but the key for notifications, which the site makes when it needs it."""
    models = set(apps.get_app_config("games_app").get_models()) - {PushKey}
    return {model.__name__: list(model.objects.order_by("pk").values_list()) for model in models}


def refusal(answer) -> dict:
    """Answers to scripts, which are the same on every route."""
    assert answer["Content-Type"] == "application/json"
    told = answer.json()
    assert told["code"]
    assert told["message"].endswith(".")
    assert set(told) <= {"code", "message", "retry_ms"}
    assert ("retry_ms" in told) == answer.has_header("Retry-After")
    return told


def test_a_script_is_told_in_one_way_what_went_wrong(narrow):
    for path in SCRIPTED:
        script = Client(enforce_csrf_checks=True)
        expected = "no_token" if path.startswith("/api/") else "out_of_date"
        assert refusal(script.post(path, "{}", content_type="application/json"))["code"] == expected, path
        script = Client()
        assert refusal(script.post(f"{path}?x=%00"))["code"] == "malformed", path
        answer = script.post(path, "x" * 300_000, content_type="application/x-www-form-urlencoded")
        assert (answer.status_code, refusal(answer)["code"]) == (413, "too_large"), path
    for path in SCRIPTED:
        narrow(LIMITS[path], burst=0)
    for path in SCRIPTED:
        answer = Client().post(path, "{}", content_type="application/json")
        assert (answer.status_code, refusal(answer)["retry_ms"] > 0) == (429, True), path


@pytest.mark.parametrize("path", ["/try", "/analyse", "/m/2222222222/notes", "/puzzles/2222222222/try"])
def test_a_body_that_is_too_large_or_no_json_is_refused_as_json(carol, path):
    for body in ("", "[]", "{", '{"x": 1}', b'{"x": "\xff"}', "[" * 1000):
        answer = carol.post(path, body, content_type="application/json")
        assert (answer.status_code, refusal(answer)["code"]) == (400, "malformed"), body
        assert not re.search("codec|recursion", answer.json()["message"]), "the text of an exception"
    for size in (20_000, 300_000):
        answer = carol.post(path, "x" * size, content_type="application/json")
        assert (answer.status_code, refusal(answer)["code"]) == (413, "too_large")
    answer = carol.post(path, {"file": "x"})
    assert (answer.status_code, refusal(answer)["code"]) == (400, "malformed"), "a form with files"


def test_a_script_is_told_what_is_not_there_and_when_to_come_back(carol, monkeypatch):
    assert refusal(carol.get("/m/2222222222/events"))["code"] == "not_found"

    def out_of_reach(*_):
        raise OperationalError

    monkeypatch.setattr(players, "known", out_of_reach)
    answer = carol.get("/news")
    assert (answer.status_code, refusal(answer)["code"]) == (503, "unavailable")


def test_an_error_of_ours_is_told_to_scripts_too(monkeypatch):
    monkeypatch.setattr(players, "known", lambda _: 1 / 0)
    answer = Client(raise_request_exception=False).get("/news")
    assert (answer.status_code, refusal(answer)["code"]) == (500, "failed")


def test_forms_that_are_refused_count_together_and_others_do_not(alice, mallory, narrow):
    address = make(alice)
    narrow(limits.REFUSED_FORMS, burst=2)
    assert [alice.post("/name", {"name": f"alice {n}"}).status_code for n in range(4)] == [302] * 4
    assert mallory.post("/name", {"name": ""}).status_code == 422
    assert mallory.post(f"{address}/cancel").status_code == 409
    late = mallory.post("/m/2222222222/cancel")
    assert (late.status_code, int(late["Retry-After"]) > 60) == (429, True)
    assert Client(REMOTE_ADDR="203.0.113.6").post("/name", {"name": ""}).status_code == 422


@pytest.fixture
def counted(carol, monkeypatch):
    """Read the number of waiting people first: every page shows it."""
    monkeypatch.setattr(attention, "REMEMBERED_SECONDS", 3600)
    carol.get("/about")


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("path", ["/watch?follow=%00", "/history?%00=1", "/welcome/%00", "/news?x=a%00b"])
def test_a_nul_is_refused_before_any_query(carol, path, django_assert_num_queries):
    """PostgreSQL would raise an error for it."""
    with django_assert_num_queries(0):
        assert carol.get(path).status_code == 400


def test_a_nul_in_a_form_is_refused(carol):
    assert carol.post("/name", {"name": f"car{NUL}ol"}).status_code == 400
    assert carol.post("/report?player=x", {f"rea{NUL}son": "abuse"}).status_code == 400


@pytest.mark.usefixtures("counted")
def test_a_cookie_with_a_nul_is_as_none(carol, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = carol.get("/name", HTTP_COOKIE='sessionid="abcdefgh\\000abcdefgh"')
    assert answer.status_code == 200


def test_requests_without_a_seat_do_not_keep_the_writer_busy(alice, bob, carol, mallory, monkeypatch):
    """Their forms are refused before it, whatever they ask; a seat is taken behind the players."""
    waiting, playing = make(alice), begun(alice, bob)
    carol.post("/name", {"name": "carol"})
    asked: list[tuple[str, bool]] = []
    ask = writer.ask

    def listened(command, *, first=True):
        asked.append((command.kind, first))
        return ask(command, first=first)

    monkeypatch.setattr(writer, "ask", listened)
    for stranger in (carol, mallory):
        for form in ("cancel", "abandon", "decline"):
            for address in (waiting, playing):
                assert stranger.post(f"{address}/{form}").status_code in (302, 409)
        assert stranger.post(f"{playing}/join", {"name": "mallory"}).status_code == 409
    assert set(asked) <= {("turn_down", False)}, "whom an invitation is for, the writer knows"
    asked.clear()
    assert bob.post(f"{playing}/abandon").status_code == 409
    assert carol.post(f"{waiting}/join", {"name": "carol"}).status_code == 302
    assert asked == [("abandon", True), ("join", False)]


MULTIPART = "multipart/form-data; boundary="
URLENCODED = "application/x-www-form-urlencoded"
PART = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'
UNREADABLE = {
    "no boundary": ("multipart/form-data", PART),
    "an empty boundary": (MULTIPART, PART),
    "a long boundary": (MULTIPART + "x" * 300, PART),
    "a boundary that is no ASCII": (f"{MULTIPART}xx\xff", PART),
    "too many parts": (f"{MULTIPART}x", PART * 2000),
    "too many fields": (URLENCODED, b"a=1&" * 2000),
    "too many bytes": (URLENCODED, b"a" * 3_000_000),
    "another encoding": (f"{URLENCODED}; charset=latin-1", b"a=1"),
}


@pytest.mark.parametrize("sent", UNREADABLE.values(), ids=UNREADABLE)
def test_a_form_that_cannot_be_read_is_refused(sent):
    mallory = Client(enforce_csrf_checks=True)
    mallory.get("/login")
    kind, body = sent
    for path, status in {
        "/nothing": 404,
        "/static/nothing": 404,
        "/name": 400,
        "/import": 400,
        "/m/x": 404,
    }.items():
        assert mallory.generic("POST", path, body, content_type=kind).status_code == status, path
