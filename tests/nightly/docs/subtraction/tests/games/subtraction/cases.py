"""Data about subtraction for the tests of all games."""

from __future__ import annotations

from games_app.games.rules import Facts
from tests.games.cases import Board, Clicks, each

ACTIONS = each(["take"], [f"p{i}" for i in range(7)] + ["pwinsouth"])
PERFT = [1, 3, 8, 10, 5, 1]
FORCED = ()
ON_POINTS = False
CLICKS = Clicks(["p2"], ["p4"])
DECIDED = ["You can't pass"]
ENDS = ["when the row is empty", "100 points to 0"]


def board(facts: Facts) -> Board:
    return dict(facts["pits"])
