"""Authorisation of the API's calls: each call with each scope, by each kind of person."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client

from games_app.analysis.puzzle_search import keep_shipped
from games_app.analysis.puzzles.shipped import shipped
from games_app.api import openapi
from games_app.api.door import calls_of
from games_app.games.rules import GAMES
from games_app.lib import clock
from games_app.match.messages import RANDOM, MatchConfig
from games_app.models import ApiToken, Player
from games_app.people import accounts, api_tokens
from games_app.tournaments import members
from games_app.tournaments.record import System
from tests.api.test_api import ROOT
from tests.api.test_api_play import new_cmd
from tests.appointments.meeting import proposal
from tests.pages.people import begun, make, row
from tests.pages.test_inviting import open_up, with_accounts

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

M = "matches/<match:public_id>"
P = "players/<player:public_id>"
A = "appointments/<match:public_id>"
T = "tournaments/<match:public_id>"


@dataclass(frozen=True)
class Case:
    """A call, and its status for alice, whose things it is about, for somebody else and without a token."""

    method: str
    path: str
    scope: str
    owner: int
    other: int
    guest: int
    sent: Mapping[str, Any] = field(default_factory=dict)
    about: str = "playing"
    query: str = ""

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def of_match(below: str, owner: int, **sent: Any) -> Case:
    """Return the case of a command in a match that only its players may see."""
    return Case("POST", f"{M}/{below}", "play", owner, 404, 401, {"cmd": "", **sent})


FILE = {"cmd": "", "text": "no match"}
CASES = [
    # Before anybody plays: whoever plays a game gets no puzzle of it.
    Case("GET", "puzzles/next", "read", 200, 200, 200),
    Case("GET", "puzzles/<match:public_id>", "read", 200, 200, 200, about="puzzle"),
    Case(
        "POST",
        "puzzles/<match:public_id>/attempts",
        "play",
        422,
        422,
        401,
        {"taken": [], "action": "pick p99"},
        about="puzzle",
    ),
    Case("GET", "explorer", "read", 200, 200, 200, query="?game=oware"),
    Case("GET", "", "", 200, 200, 200),
    Case("GET", "games", "", 200, 200, 200),
    Case("GET", "me", "read", 200, 200, 401),
    Case("GET", "openapi.json", "", 200, 200, 200),
    Case("GET", "lobby", "read", 200, 200, 200),
    Case("GET", "matches", "read", 200, 200, 200),
    Case("GET", M, "read", 200, 404, 404),
    Case("GET", f"{M}/events", "read", 200, 404, 404),
    Case("GET", f"{M}/record", "read", 200, 404, 404),
    Case("GET", "players", "read", 200, 200, 200, query="?name=alice"),
    Case("GET", "bots", "read", 200, 200, 200),
    Case("GET", "leaderboards/<game:game>", "read", 200, 200, 200),
    Case("GET", P, "read", 200, 200, 200, about="alice"),
    Case("GET", f"{P}/matches", "read", 200, 200, 200, about="alice"),
    Case("POST", "matches", "play", 201, 201, 401, {"cmd": "", "game": "morris"}),
    Case("POST", f"{M}/join", "play", 409, 200, 401, {"cmd": ""}, about="waiting"),
    Case("POST", f"{M}/cancel", "play", 200, 403, 401, {"cmd": ""}, about="waiting"),
    Case("POST", f"{M}/decline", "play", 409, 403, 401, {"cmd": ""}, about="waiting"),
    of_match("actions", 200, base=2, action="pick p10"),
    of_match("resign", 200),
    of_match("abort", 200),
    of_match("offers", 200, what="draw"),
    of_match("offers/accept", 409, what="draw", of=1),
    of_match("offers/decline", 409, what="draw", of=1),
    of_match("offers/withdraw", 409, what="draw", of=1),
    of_match("rematch", 409),
    of_match("claim", 409, result="win"),
    of_match("unseal", 409),
    of_match("time", 409),
    of_match("visibility", 200, who="link"),
    of_match("chat", 200, room="players", text="Good luck"),
    of_match("chat/phrases", 200, room="players", phrase="good_luck"),
    Case("POST", f"{P}/invitations", "challenge", 201, 201, 401, {"cmd": "", "game": "morris"}, about="bob"),
    Case("GET", f"{M}/review", "read", 200, 404, 401),
    Case("POST", f"{M}/review", "read", 409, 404, 401),
    Case("POST", "analysis", "read", 409, 200, 401, {"game": "mancala", "facts": {}}),
    Case("GET", "analysis/<token>", "read", 404, 404, 401),
    Case("POST", "imports", "play", 422, 422, 401, FILE),
    Case("GET", "tournaments", "read", 200, 200, 200),
    Case("GET", T, "read", 200, 404, 404, about="tournament"),
    Case("POST", f"{T}/games", "play", 404, 404, 401, {"cmd": "", "opponent": 2}, about="tournament"),
    Case(
        "POST", "tournaments/<match:public_id>/join", "play", 200, 200, 401, {"cmd": ""}, about="tournament"
    ),
    Case("GET", "appointments", "read", 200, 200, 401),
    Case("POST", f"{A}/agree", "play", 200, 404, 401, {"cmd": "", "number": 1}, about="appointment"),
    Case("POST", f"{A}/decline", "play", 200, 404, 401, {"cmd": ""}, about="appointment"),
    Case("GET", "stream", "read", 200, 200, 401),
]


class World:
    """alice and bob play, alice waits for somebody; mallory has nothing to do with it; carol moderates."""

    def __init__(self, **people: Client) -> None:
        with_accounts(**people)
        self.alice, self.bob = people["alice"], people["bob"]
        self.found: dict[str, str] = {}
        self.document = Client().get(f"{ROOT}/openapi.json").json()
        keep_shipped(shipped("mancala")[:1])

    def find(self, about: str) -> str:
        """Return the public id of what the call is about, made anew after a call that changed it."""
        if about not in self.found:
            self.found[about] = self.made(about)
        return self.found[about]

    def made(self, about: str) -> str:
        match about:
            case "playing":
                return begun(self.alice, self.bob, visibility="seats", side="north").rsplit("/", 1)[1]
            case "waiting":
                return make(self.alice, "morris").rsplit("/", 1)[1]
            case "tournament":
                alice = Player.objects.get(name="alice")
                config = MatchConfig("mancala", {}, RANDOM, "seats")
                plan = members.Plan(System.ROUND_ROBIN)
                return members.make(alice, config, plan, "alice", new_cmd(), clock.now()).public_id
            case "appointment":
                return proposal("bob", "alice").public_id
            case "puzzle":
                return Client().get(f"{ROOT}/puzzles/next").json()["id"]
        return Player.objects.get(name=about).public_id

    def status(self, case: Case, token: str | None) -> int:
        """Send the call; return its status, which the document must name."""
        path = case.path.replace("<token>", "some-name").replace("<game:game>", "morris")
        for part in ("<match:public_id>", "<player:public_id>"):
            path = path.replace(part, self.find(case.about) if part in path else "")
        sent = dict(case.sent)
        if "cmd" in sent:
            sent["cmd"] = new_cmd()
        if "facts" in sent:
            self.find("playing")
            sent["facts"] = GAMES["mancala"].initial_state().facts()
        answer = Client().generic(
            case.method,
            f"{ROOT}/{path}{case.query}",
            json.dumps(sent) if case.method == "POST" else "",
            "application/json",
            **({"HTTP_AUTHORIZATION": f"Bearer {token}"} if token else {}),
        )
        told = self.document["paths"][openapi.template_of(case.path)][case.method.lower()]["responses"]
        assert str(answer.status_code) in told, answer.content
        if case.method == "POST" and answer.status_code < 300:
            self.found.pop(case.about, None)
        return answer.status_code


def token(name: str, *scopes: str) -> str:
    own = Player.objects.get(name=name).account_or_none
    return api_tokens.make(own, "a program", clock.now(), scopes=scopes or api_tokens.SCOPES)


@pytest.fixture
def world(alice, bob, carol, mallory, settings):
    settings.RATE_LIMITS = False
    found = World(alice=alice, bob=bob, carol=carol, mallory=mallory)
    open_up(bob)
    own = Player.objects.get(name="carol").account_or_none
    accounts.appoint(own, accounts.Role.ADMINISTRATOR)
    return found


def all_calls() -> Iterator[str]:
    for path, view in openapi.PATHS.items():
        yield from (f"{method} {path}" for method in calls_of(view))


def test_the_table_has_every_call():
    assert sorted(map(str, CASES)) == sorted(all_calls())


def test_each_person_may_send_what_the_table_says(world):
    mallory, carol, alice = (token(name) for name in ("mallory", "carol", "alice"))
    for case in CASES:
        assert world.status(case, None) == case.guest, case
        assert world.status(case, carol) == case.other, f"{case}: a moderator is anybody"
        assert world.status(case, mallory) == case.other, case
        assert world.status(case, alice) == case.owner, case


def test_each_call_takes_its_scope_and_no_other(world):
    tokens = {scope: token("alice", scope) for scope in api_tokens.SCOPES}
    for case in CASES:
        for scope, one in tokens.items():
            expected = case.owner if case.scope in ("", scope) else 403
            assert world.status(case, one) == expected, (case, scope)
        told = world.document["paths"][openapi.template_of(case.path)][case.method.lower()]["security"]
        assert told[0] == {"token": [case.scope] if case.scope else []}, case
        assert ({} in told) == (case.guest != 401), case


def test_no_call_takes_a_token_that_has_ended(world):
    expired, revoked = token("alice"), token("alice")
    ended = ApiToken.objects.order_by("pk")
    ApiToken.objects.filter(pk=ended[0].pk).update(expires_at=clock.now())
    api_tokens.revoke(ended[1].account, ended[1].pk)
    for one in (expired, revoked, "bg_unknown"):
        assert {str(case): world.status(case, one) for case in CASES} == dict.fromkeys(map(str, CASES), 401)


def test_a_token_opens_no_page(world):
    reader = Client(HTTP_AUTHORIZATION=f"Bearer {token('alice')}")
    address = f"/m/{world.find('playing')}"
    assert reader.get(address).status_code == 403
    assert reader.post(f"{address}/abandon").status_code in (403, 404)
    assert row(address).status == "playing"
