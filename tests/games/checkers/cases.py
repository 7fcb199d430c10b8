"""Data about pawn checkers for the tests of all games."""

from __future__ import annotations

from games_app.games.checkers.rules import CELLS, DARK, INDEX, LAST_STEP, WRITTEN
from games_app.games.rules import Facts
from tests.games.cases import Board, Clicks, each

CELLS_PLAYED_ON = [CELLS[i] for i in DARK]
ACTIONS = each(["move", "jump"], CELLS_PLAYED_ON, CELLS_PLAYED_ON)
PERFT = [1, 7, 49, 302, 1469, 7361, 36768]
FORCED = ()
ON_POINTS = True
CLICKS = Clicks(["1 3", "3 5"], ["3 3", "4 4"])
TO_FIND = set[str]()
SHOWN = {"capture", "move", "over"}
DECIDED = [
    "Being blocked doesn't lose by itself",
]
ENDS = [f"after {LAST_STEP - 1} moves", "8 points", "11 captures give 90", "12 give 100"]


def board(facts: Facts) -> Board:
    return dict.fromkeys(facts["pawns"].items(), 1)


def written(stop: str) -> str:
    """A cell as a caption calls it."""
    return WRITTEN[INDEX[stop]]
