"""Data about nine men's morris for the tests of all games."""

from __future__ import annotations

from games_app.games.morris.rules import LAST_STEP, POINTS, WRITTEN
from games_app.games.rules import Facts
from tests.games.cases import Board, Clicks, by_role, each

ACTIONS = each(["place", "remove"], list(POINTS)) + each(["move"], list(POINTS), list(POINTS))
PERFT = [1, 24, 552, 12144]
FORCED = ()
ON_POINTS = True
CLICKS = Clicks([], ["outer n"])
TO_FIND = {"mill"}
SHOWN = {"capture", "mill", "move", "over", "place"}
DECIDED = [
    "however many mills you closed at once",
    "fewer than three on the board, or after 60 moves",
]
ENDS = [f"after {LAST_STEP} moves", "100 points to 0", "75 points to 25", "50 each"]


def board(facts: Facts) -> Board:
    on_points: Board = {(point, owner): 1 for point, owner in facts["points"].items() if owner != "empty"}
    return on_points | by_role("heap", facts["heap"])


def written(stop: str) -> str:
    """A point as a caption calls it."""
    return WRITTEN[POINTS.index(stop)]
