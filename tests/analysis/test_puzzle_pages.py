"""The pages of puzzles: nothing reveals the solution, or a running match."""

from __future__ import annotations

import json

import pytest

from games_app.analysis.puzzle_search import keep_shipped
from games_app.analysis.puzzles import daily
from games_app.analysis.puzzles.reasons import gain
from games_app.analysis.puzzles.selection import COMES_BACK, LONGEST_RUSH, RUSH_DECISIONS
from games_app.analysis.puzzles.shipped import shipped
from games_app.lib import clock
from games_app.models import Player, Puzzle, PuzzleAttempt, PuzzleDay
from tests.records import Told

pytestmark = pytest.mark.django_db


@pytest.fixture
def puzzle() -> Puzzle:
    keep_shipped(shipped("mancala")[:1])
    return Puzzle.objects.get()


def post(client, path: str, **body: object):
    return client.post(path, json.dumps(body), content_type="application/json")


def test_a_page_has_the_position_and_not_the_solution(client, puzzle):
    page = client.get(f"/puzzles/{puzzle.public_id}").content.decode()
    assert "Find the one move that wins" in page
    assert json.dumps(puzzle.facts["pits"]) in page
    assert "wrong" not in page
    assert "steps" not in page


def test_a_guest_solves_a_puzzle(client, puzzle):
    path = f"/puzzles/{puzzle.public_id}/try"
    missed = post(client, path, taken=[], action=next(iter(puzzle.steps[0]["wrong"]))).json()
    assert (missed["right"], missed["fault"]["outcome"] < 1) == (False, True)
    taken: list[str] = []
    for step in puzzle.steps:
        answer = post(client, path, taken=taken, action=step["right"]).json()
        taken.append(step["right"])
    assert (answer["right"], answer["solved"], "rating" in answer) == (True, True, False)
    assert "tried this puzzle before" in client.get(f"/puzzles/{puzzle.public_id}").content.decode()


def test_the_solution_is_shown_on_request(client, puzzle):
    line = post(client, f"/puzzles/{puzzle.public_id}/solution").json()["line"]
    whole = [each for step in puzzle.steps for each in ([puzzle.role, step["right"]], *step["follows"])]
    assert [[each["plies"][0]["role"], each["plies"][0]["action"]] for each in line] == whole


def test_the_last_right_move_and_the_solution_say_what_is_won_and_a_wrong_move_what_it_allows(client):
    keep_shipped(shipped("mancala"))
    short = [each for each in Puzzle.objects.order_by("pk") if len(each.steps) == 1]
    puzzle = next(each for each in short if _explained(each) and gain(each))
    path = f"/puzzles/{puzzle.public_id}"
    wrong = post(client, f"{path}/try", taken=[], action=_explained(puzzle)[0]).json()
    other = {"north": "south", "south": "north"}[puzzle.role]
    assert (wrong["reason"]["role"], wrong["reason"]["use"]) in [(other, "allows"), (other, "later")]
    solved = post(client, f"{path}/try", taken=[], action=puzzle.steps[0]["right"]).json()
    assert solved["reason"] == post(client, f"{path}/solution").json()["reason"]
    assert (solved["reason"]["role"], solved["reason"]["use"]) == (puzzle.role, "shows")


def _explained(puzzle: Puzzle) -> list[str]:
    """Return the wrong first decisions with a line that shows what they allow."""
    return [action for action, fault in puzzle.steps[0]["wrong"].items() if fault.get("line")]


def test_a_puzzle_of_an_earlier_version_gets_the_lines_of_its_wrong_moves(client):
    new = shipped("mancala")
    old = json.loads(json.dumps(new))
    for each in old:
        for step in each["steps"]:
            for fault in step["wrong"].values():
                fault.pop("line", None)
    keep_shipped(old)
    assert not any(map(_explained, Puzzle.objects.all()))
    action = next(iter(old[0]["steps"][0]["wrong"]))
    path = f"/puzzles/{Puzzle.objects.order_by('pk')[0].public_id}/try"
    assert post(client, path, taken=[], action=action).json()["reason"] is None
    keep_shipped(new)
    assert any(map(_explained, Puzzle.objects.all()))


def test_a_position_that_is_being_played_is_withheld_at_every_door(client, puzzle):
    told = Told("mancala").play_on(1, 4)
    told.match.row.facts = puzzle.facts
    told.store()
    row = told.match.row
    type(row).objects.filter(pk=row.pk).update(facts=puzzle.facts, acted_at=clock.now())
    path = f"/puzzles/{puzzle.public_id}"
    assert client.get(path).status_code == 409
    assert post(client, f"{path}/try", taken=[], action=puzzle.steps[0]["right"]).status_code == 409
    assert post(client, f"{path}/solution").status_code == 409
    assert post(client, f"{path}/try", taken=[], action="", rush=True).status_code == 409
    assert client.get("/puzzles/next").headers["Location"] == "/puzzles?none=1"
    assert client.get("/puzzles/rush/mancala").headers["Location"] == "/puzzles?none=1"
    assert daily.shown_on_front_page(clock.now()) is None


def test_the_list_leads_to_a_puzzle_of_the_game(client, puzzle):
    assert "/puzzles/next?game=mancala" in client.get("/puzzles").content.decode()
    assert client.get("/puzzles/next?game=mancala").headers["Location"] == f"/puzzles/{puzzle.public_id}"
    assert client.get("/puzzles/next?game=chess").headers["Location"] == "/puzzles?none=1"


def test_a_series_keeps_its_theme(client):
    keep_shipped(shipped("mancala"))
    address = client.get("/puzzles/next?game=mancala&theme=capture")["Location"]
    assert address.endswith("?theme=capture")
    page = client.get(address).content.decode()
    assert f"last={address.split('/')[-1].split('?')[0]}&amp;theme=capture" in page
    assert client.get("/puzzles/next?theme=nothing")["Location"] == "/puzzles?none=1"


def test_missed_puzzles_are_offered_until_none_is_left(client, puzzle):
    post(client, f"/puzzles/{puzzle.public_id}/try", taken=[], action=next(iter(puzzle.steps[0]["wrong"])))
    assert "missed puzzle" not in client.get("/puzzles").content.decode()
    PuzzleAttempt.objects.update(at=clock.now() - COMES_BACK)
    assert "1 missed puzzle again" in client.get("/puzzles").content.decode()
    address = client.get("/puzzles/next?missed=1")["Location"]
    assert address == f"/puzzles/{puzzle.public_id}?missed=1"
    assert "&amp;missed=1" in client.get(address).content.decode()
    for n, step in enumerate(puzzle.steps):
        taken = [each["right"] for each in puzzle.steps[:n]]
        post(client, f"/puzzles/{puzzle.public_id}/try", taken=taken, action=step["right"])
    end = client.get("/puzzles/next?missed=1")["Location"]
    assert end == "/puzzles?none=missed"
    assert "No missed puzzle is left" in client.get(end).content.decode()


def test_the_puzzle_of_the_day_is_handed_on_without_its_solution(client, puzzle):
    address = f"/puzzles/{puzzle.public_id}"
    page = client.get(address).content.decode()
    assert f'property="og:image" content="http://testserver{address}/preview.png"' in page
    assert "I found the one move that wins" in page
    picture = client.get(f"{address}/preview.png")
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/png")
    assert "private" in picture["Cache-Control"]
    assert client.get("/puzzles/2222222222/preview.png").status_code == 404


def test_a_rush_has_short_puzzles_the_easiest_first_and_no_solution(client):
    keep_shipped(shipped("mancala"))
    page = client.get("/puzzles/rush/mancala")
    rows = [Puzzle.objects.get(public_id=each["address"].split("/")[-1]) for each in page.context["puzzles"]]
    assert 20 <= len(rows) <= LONGEST_RUSH
    assert [row.rating for row in rows] == sorted(row.rating for row in rows)
    assert max(len(row.steps) for row in rows) == RUSH_DECISIONS
    assert "steps" not in page.content.decode()
    assert client.get("/puzzles/rush/oware").headers["Location"] == "/puzzles?none=1"


def test_a_rush_judges_decisions_and_counts_none(client, puzzle):
    path = f"/puzzles/{puzzle.public_id}/try"
    wrong = post(client, path, taken=[], action=next(iter(puzzle.steps[0]["wrong"])), rush=True).json()
    assert (wrong["right"], wrong["solved"]) == (False, False)
    rights = [step["right"] for step in puzzle.steps]
    for n, right in enumerate(rights):
        answer = post(client, path, taken=rights[:n], action=right, rush=True).json()
    assert (answer["right"], answer["solved"], "streak" in answer) == (True, True, False)
    assert not PuzzleAttempt.objects.exists()
    assert not PuzzleDay.objects.exists()
    assert not Player.objects.exists()
    puzzle.refresh_from_db()
    assert puzzle.tried == 0


def test_a_rush_leaves_a_missed_puzzle_to_come_back(client, puzzle):
    path = f"/puzzles/{puzzle.public_id}/try"
    post(client, path, taken=[], action=next(iter(puzzle.steps[0]["wrong"])))
    PuzzleAttempt.objects.update(at=clock.now() - COMES_BACK)
    rights = [step["right"] for step in puzzle.steps]
    for n, right in enumerate(rights):
        post(client, path, taken=rights[:n], action=right, rush=True)
    assert "1 missed puzzle again" in client.get("/puzzles").content.decode()
