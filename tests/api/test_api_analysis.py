"""Analyses, puzzles and imports through the API: as on the pages, with their fairness."""

from __future__ import annotations

import pytest

from games_app.analysis import review
from games_app.analysis.jobs.models import Job
from games_app.analysis.puzzle_search import keep_shipped
from games_app.analysis.puzzles.shipped import shipped
from games_app.games.engine.analyse import LEAST_MISTAKES
from games_app.lib import clock
from games_app.models import Match, Puzzle, PuzzleAttempt
from tests.analysis.test_engine_requests import work
from tests.api.test_api import ROOT
from tests.api.test_api_play import Program, code, new_cmd
from tests.pages.test_inviting import with_accounts
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])


@pytest.fixture(autouse=True)
def short_reviews(monkeypatch):
    monkeypatch.setattr(review, "NODES", 3_000)


@pytest.fixture
def program(alice):
    with_accounts(alice=alice)
    return Program(alice)


@pytest.fixture
def puzzle() -> Puzzle:
    keep_shipped(shipped("mancala")[:1])
    return Puzzle.objects.get()


def ask(program, path, **body):
    """Send a body without a command id."""
    return program.post(path, cmd=None, **body)


def test_a_review_is_asked_for_and_followed(program):
    path = f"matches/{Told('mancala').play_on(3).store()}/review"
    assert program.get(path).json()["state"] == "none"
    asked = ask(program, path)
    assert (asked.status_code, asked.json()["state"], asked.json()["mine"]) == (200, "waiting", True)
    work()
    found = program.get(path).json()
    assert (found["state"], len(found["decisions"])) == ("done", found["of"])
    assert found["least_mistake"] == LEAST_MISTAKES["mancala"]
    assert program.get(f"{path}?known={found['of'] - 1}").json()["decisions"] == found["decisions"][:1]


def test_a_position_is_analysed_and_followed_by_its_name(program, carol):
    facts = Told("mancala").play_on(1, 12).match.state.facts()
    asked = ask(program, "analysis", game="mancala", facts=facts)
    assert (asked.status_code, asked.json()["state"]) == (200, "waiting")
    assert asked["Location"] == f"{ROOT}/analysis/{asked.json()['id']}"
    work()
    told = program.get(f"analysis/{asked.json()['id']}").json()
    assert (told["state"], told["found"]["value"]["kind"]) == ("done", "exact")
    assert program.get(f"analysis/{Job.objects.get().pk}").status_code == 404, "a guessed number"
    assert carol.get(f"{ROOT}/analysis/{told['id']}").status_code == 401


def test_the_engine_tells_nothing_of_a_position_that_is_being_played(program):
    told = Told("mancala", began=clock.now()).play_on(3, 6)
    asked = ask(program, "analysis", game="mancala", facts=told.match.state.facts())
    assert asked.status_code == 200
    told.store()
    work()
    assert program.get(f"analysis/{asked.json()['id']}").json()["found"] is None
    again = ask(program, "analysis", game="mancala", facts=told.match.state.facts())
    assert code(again) == (409, "in_play")


NO_POSITIONS = [
    ({"game": "nope", "facts": {}}, "There is no game nope. There are: mancala, "),
    ({"game": "x" * 99, "facts": {}}, f"There is no game {'x' * 39}…. There are: "),
    (
        {"game": "mancala", "facts": {}},
        "This isn't a position of the game: The facts must have exactly these keys: ",
    ),
    ({"game": "checkers", "facts": {"pawns": 1}}, "This isn't a position of the game: "),
]


@pytest.mark.parametrize(("body", "message"), NO_POSITIONS)
def test_facts_that_are_no_position_are_refused_in_a_sentence(program, carol, body, message):
    answer = ask(program, "analysis", **body)
    assert code(answer) == (422, "no_such_position")
    told = answer.json()["message"]
    assert told.startswith(message)
    assert told.endswith(".")
    answer = carol.post("/analyse", body, content_type="application/json")
    assert (answer.status_code, answer.json()["message"]) == (400, told)


def test_a_puzzle_is_drawn_and_solved(program, puzzle):
    drawn = program.get("puzzles/next?game=mancala").json()
    assert drawn == program.get(f"puzzles/{puzzle.public_id}").json()
    assert (drawn["id"], drawn["decisions"]) == (puzzle.public_id, len(puzzle.steps))
    assert "right" not in str(drawn)
    path, taken = f"puzzles/{puzzle.public_id}/attempts", []
    for step in puzzle.steps:
        answer = ask(program, path, taken=taken, action=step["right"])
        taken.append(step["right"])
    assert (answer.status_code, answer.json()["solved"]) == (200, True)
    assert PuzzleAttempt.objects.get().solved
    wrong = ask(program, path, taken=[], action=next(iter(puzzle.steps[0]["wrong"])))
    assert (wrong.json()["right"], wrong.json()["fault"]["outcome"] < 1) == (False, True)
    assert PuzzleAttempt.objects.get().solved, "only the first attempt counts"


def test_an_attempt_that_cannot_be_judged_says_why(program, puzzle):
    path = f"puzzles/{puzzle.public_id}/attempts"
    assert code(ask(program, path, taken=["x"], action="y")) == (422, "not_on_the_way")
    assert code(ask(program, path, taken=[], action="pick p99"))[0] == 422
    assert code(ask(program, "puzzles/2222222222/attempts", taken=[], action="x"))[0] == 404
    assert code(program.get("puzzles/next?game=chess")) == (404, "no_puzzle")


def test_a_match_is_imported_once(program, alice):
    file = alice.get(f"/m/{Told('mancala').play_on(3).store()}.txt").content.decode()
    cmd = new_cmd()
    answers = [program.post("imports", cmd=cmd, text=file) for _ in range(2)]
    assert [each.status_code for each in answers] == [201, 201]
    assert answers[1].json() == answers[0].json() | {"again": True}
    assert Match.objects.exclude(origin=None).count() == 1
    assert program.get(answers[0]["Location"].removeprefix(f"{ROOT}/")).status_code == 200


@pytest.mark.parametrize("text", ["", "nonsense", "{}"])
def test_invalid_match_file_is_not_imported(program, text):
    assert code(program.post("imports", text=text)) == (422, "not_imported")
