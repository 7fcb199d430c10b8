"""R21: every page that uses the engine. Alice and bob play, carol watches, mallory must get nothing."""

from __future__ import annotations

import ast
import inspect
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern

from games_app import urls
from games_app.analysis import review
from games_app.analysis.decisions import match_decisions
from games_app.analysis.fairness.live_positions import forget
from games_app.analysis.puzzle_search import keep_shipped
from games_app.analysis.puzzles.shipped import shipped
from games_app.games.rules import GAMES, State, play
from games_app.lib import clock
from games_app.match.messages import NO_ID, Resign
from games_app.models import Account, Match, Puzzle
from games_app.people import api_tokens
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.analysis.test_engine_requests import request_review, work
from tests.pages.people import act, begun, loaded
from tests.pages.test_inviting import with_accounts
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

APP = settings.BASE_DIR / "games_app"
DECISIONS = 6


@dataclass(frozen=True)
class World:
    """A match of mancala, somebody's finished and reviewed copy of it, and a puzzle of its position."""

    address: str
    moves: list[str]
    state: State
    copy: Told
    puzzle: Puzzle

    @property
    def child(self) -> State:
        role = self.state.to_move[0]
        return play(self.state, role, self.state.legal_actions(role)[0]).state

    def end(self) -> None:
        match = loaded(self.address)
        role = match.state.to_move[0]
        resign = Command(Resign(NO_ID), match.row.public_id, match.sitters[role])
        assert writer.ask(resign).refusal is None
        cache.clear()


@pytest.fixture(autouse=True)
def short_reviews(monkeypatch):
    monkeypatch.setattr(review, "NODES", 1_000)


@pytest.fixture
def visibility() -> str:
    return Match.Visibility.PUBLIC


@pytest.fixture
def world(alice, bob, visibility) -> World:
    address = begun(alice, bob, "mancala", side="north", visibility=visibility)
    dice, decided = random.Random(3), []
    for _ in range(DECISIONS):
        state = loaded(address).state
        role = state.to_move[0]
        decided.append((role, dice.choice(state.legal_actions(role))))
        act(address, *decided[-1])
    copy = Told("mancala", began=clock.now(), hotseat=True).play(decided).play_on(5)
    # It is analysed as a whole, before anything is withheld.
    row = loaded(address).row
    Match.objects.filter(pk=row.pk).update(visibility=Match.Visibility.SEATS)
    copy.store()
    request_review(copy.match.row)
    work()
    Match.objects.filter(pk=row.pk).update(visibility=visibility)
    writer.forget()
    forget()
    state = loaded(address).state
    moves = [GAMES["mancala"].notation(action) for _, action in decided]
    return World(address, moves, state, copy, puzzle_of(state))


def puzzle_of(state: State) -> Puzzle:
    keep_shipped(shipped("mancala")[:1])
    (role,) = state.to_move
    right, *wrong = state.legal_actions(role)
    steps = [{"right": right, "wrong": {action: {"outcome": 0} for action in wrong}}]
    Puzzle.objects.update(facts=state.facts(), role=role, steps=steps, key="its own")
    return Puzzle.objects.get()


def post(person: Client, path: str, **body: object):
    return person.post(path, json.dumps(body), content_type="application/json")


def analyse(person: Client, world: World) -> bool:
    return post(person, "/analyse", game="mancala", facts=world.child.facts()).status_code == 200


def looked(person: Client, world: World) -> bool:
    address = f"/m/{world.copy.id}/review"
    return any(tells_of_it(answer, world) for answer in (person.get(address), person.post(address)))


def cancelled(person: Client, world: World) -> bool:
    return tells_of_it(person.post(f"/m/{world.copy.id}/review/cancel"), world)


def tells_of_it(answer, world: World) -> bool:
    """Return whether any decision from the match's present position to the one after the reply is told."""
    if answer.status_code != 200:
        return False
    told = {each["ply"] for each in answer.json().get("decisions", []) if each["found"]}
    plies = [turn.ply for turn in match_decisions(world.copy.match.row)]
    return bool(told & set(plies[DECISIONS - 1 : DECISIONS + 3]))


def began(person: Client, world: World) -> bool:
    given = {"moves": " ".join(world.moves)}
    form = {"name": "somebody", "level": "easy", "side": "north"}
    statuses = [person.get("/computer/mancala", given).status_code]
    statuses.append(person.post("/computer/mancala", form | given).status_code)
    return 200 in statuses or 302 in statuses


def of_the_day(path: str) -> Callable[[Client, World], bool]:
    return lambda person, world: world.puzzle.public_id in person.get(path).content.decode()


def led_there(person: Client, world: World) -> bool:
    return world.puzzle.public_id in person.get("/puzzles/next").headers["Location"]


def rushed(person: Client, world: World) -> bool:
    return world.puzzle.public_id in person.get("/puzzles/rush/mancala").content.decode()


def shown(person: Client, world: World) -> bool:
    return person.get(f"/puzzles/{world.puzzle.public_id}").status_code == 200


def pictured(person: Client, world: World) -> bool:
    return person.get(f"/puzzles/{world.puzzle.public_id}/preview.png").status_code == 200


def tried(person: Client, world: World) -> bool:
    action = world.puzzle.steps[0]["right"]
    return post(person, f"/puzzles/{world.puzzle.public_id}/try", taken=[], action=action).status_code == 200


def solved(person: Client, world: World) -> bool:
    return post(person, f"/puzzles/{world.puzzle.public_id}/solution").status_code == 200


def tipped(person: Client, world: World) -> bool:
    """Ask for a tip in a game against the computer that has come to the same position."""
    (role,) = world.state.to_move
    form = {"name": "somebody", "level": "easy", "side": role}
    address = person.post("/computer/mancala", form).headers["Location"]
    match = loaded(address).row
    Match.objects.filter(pk=match.pk).update(facts=world.state.facts(), ply=40, last_number=40)
    writer.forget()
    base = match.bases[role]
    post(person, f"{address}/tip", base=base)
    work()
    return bool(post(person, f"{address}/tip", base=base).json().get("text"))


def api(person: Client, method: str, path: str, **body: object):
    """Send a call of the API with a token of the person, who gets an account for it."""
    if not hasattr(person, "token"):
        name = f"reader{Account.objects.count()}"
        with_accounts(**{name: person})
        own = Account.objects.get(name=name)
        person.token = api_tokens.make(own, "a program", clock.now(), scopes=api_tokens.SCOPES)
    sent = json.dumps(body) if method == "POST" else ""
    headers = {"HTTP_AUTHORIZATION": f"Bearer {person.token}"}
    return person.generic(method, f"/api/v1/{path}", sent, "application/json", **headers)


def analysed_by_api(person: Client, world: World) -> bool:
    return api(person, "POST", "analysis", game="mancala", facts=world.child.facts()).status_code == 200


def looked_by_api(person: Client, world: World) -> bool:
    address = f"matches/{world.copy.id}/review"
    return any(tells_of_it(api(person, method, address), world) for method in ("GET", "POST"))


def led_there_by_api(person: Client, world: World) -> bool:
    return world.puzzle.public_id in api(person, "GET", "puzzles/next").content.decode()


def shown_by_api(person: Client, world: World) -> bool:
    return api(person, "GET", f"puzzles/{world.puzzle.public_id}").status_code == 200


def tried_by_api(person: Client, world: World) -> bool:
    sent = {"taken": [], "action": world.puzzle.steps[0]["right"]}
    return api(person, "POST", f"puzzles/{world.puzzle.public_id}/attempts", **sent).status_code == 200


def explored(person: Client, world: World) -> bool:
    return post(person, "/explore", game="mancala", facts=world.child.facts()).status_code == 200


def explored_by_api(person: Client, world: World) -> bool:
    facts = quote(json.dumps(world.child.facts()))
    return api(person, "GET", f"explorer?game=mancala&facts={facts}").status_code == 200


DOORS: dict[str, Callable[[Client, World], bool]] = {
    # These lead to a puzzle that the person has not tried.
    "next-puzzle": led_there,
    "api-puzzles-next": led_there_by_api,
    "analyse": analyse,
    "explore": explored,
    "review": looked,
    "cancel-review": cancelled,
    "new-computer": began,
    "tip": tipped,
    "puzzle-rush": rushed,
    "puzzle": shown,
    "puzzle-picture": pictured,
    "try-puzzle": tried,
    "puzzle-solution": solved,
    "api-analysis": analysed_by_api,
    "api-explorer": explored_by_api,
    "api-matches-one-review": looked_by_api,
    "api-puzzles-one": shown_by_api,
    "api-puzzles-one-attempts": tried_by_api,
}
"""Routes that use the engine, each with a function that says whether it reveals the running match."""

OF_THE_DAY = {
    "home": of_the_day("/"),
    "puzzles": of_the_day("/puzzles"),
    "embed-puzzle": of_the_day("/embed/puzzle"),
}
"""Routes that show the position of the day's puzzle to everybody alike."""

WITHOUT_ENGINE = {
    "new": "begins a match between people",
    "api-matches": "begins a match; against the computer by the checks of `new-computer`",
    "api-players-one-invitations": "begins a match between people",
    "api-analysis-one": "answers as `api-analysis` by its own check: test_api_analysis.py",
    "ask-club": "puts a position before a club, unless it is withheld: test_questions.py",
    "analysis-board": "shows moves; what they are worth is asked at `analyse`",
    "explorer": "shows moves; what was played and is proved is asked at `explore`",
    "set-up": "shows positions; what they are worth is asked at `analyse`",
}
"""Routes that use modules of the engine, with the reason why they reveal nothing of it."""


def revealing(person: Client, world: World, doors: dict[str, Callable[[Client, World], bool]]) -> set[str]:
    """Return the routes that tell this person something of the match."""
    return {name for name, tells in doors.items() if tells(person, world)}


def test_a_player_gets_nothing_while_the_match_runs_and_everything_afterwards(alice, world):
    assert revealing(alice, world, DOORS) == set()
    world.end()
    assert revealing(alice, world, DOORS) == set(DOORS)


@pytest.mark.parametrize("visibility", ["link", "seats"])
def test_a_player_of_a_private_match_gets_nothing_either(bob, world):
    assert revealing(bob, world, DOORS) == set()


def test_others_get_nothing_of_a_public_match_while_it_runs(carol, world):
    assert revealing(carol, world, DOORS | OF_THE_DAY) == set()
    world.end()
    assert revealing(carol, world, DOORS | OF_THE_DAY) == set(DOORS | OF_THE_DAY)


@pytest.mark.parametrize("visibility", ["link", "seats"])
def test_others_learn_of_no_private_match(mallory, world):
    assert revealing(mallory, world, DOORS | OF_THE_DAY) == set(DOORS | OF_THE_DAY)


def test_every_route_that_could_tell_of_the_engine_is_known_here():
    """A new page that uses the engine, its jobs or the puzzles must be named above."""
    routes = [route for route in urls.urlpatterns if isinstance(route, URLPattern)]
    found = {route.name for route in routes if knows_engine(inspect.unwrap(route.callback))}
    assert found == DOORS.keys() | OF_THE_DAY.keys() | WITHOUT_ENGINE.keys()


KNOWING = (
    "games_app.games.engine",
    "games_app.analysis.jobs",
    "games_app.models.Puzzle",
    "games_app.analysis",
    "games_app.analysis.puzzles",
)
"""Modules with the engine's results."""
HARMLESS = ("games_app.games.engine.levels", "games_app.analysis.fairness")


def knows_engine(view: Callable[..., object]) -> bool:
    return any(name.startswith(KNOWING) and not name.startswith(HARMLESS) for name in imported_for(view))


def imported_for(view: Callable[..., object]) -> set[str]:
    """Return the modules and names that a view, and the parts of its module that it uses, import."""
    file = Path(inspect.getsourcefile(view) or "")
    if APP not in file.parents:  # of an installed package
        return set()
    tree = ast.parse(file.read_text())
    imported: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                imported[alias.asname or alias.name] = {f"{node.module}.{alias.name}", node.module or ""}
    uses = {name: names_in(statement) for statement in tree.body for name in defined_by(statement)}
    assigned = [statement for statement in tree.body if isinstance(statement, ast.Assign)]
    made_of_it = {name for one in assigned if view.__name__ in names_in(one) for name in defined_by(one)}
    reached, new = set[str](), {view.__name__, *made_of_it}  # as `by_method` combines two
    while new:
        reached |= new
        new = {name for known in new for name in uses.get(known, ())} - reached
    return {name for known in reached for name in imported.get(known, ())}


def names_in(statement: ast.stmt) -> set[str]:
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}


def defined_by(statement: ast.stmt) -> set[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
    return set()


def test_a_player_may_play_the_computer_from_the_start(alice, world):
    form = {"name": "alice", "level": "easy", "side": "north"}
    assert alice.post("/computer/mancala", form).status_code == 302


def test_a_player_looks_at_other_games(alice, world):
    facts = GAMES["checkers"].initial_state().facts()
    assert post(alice, "/analyse", game="checkers", facts=facts).status_code == 200


def test_a_browser_without_a_session_is_a_stranger(world):
    assert not analyse(Client(), world)
