"""Data about oware for the tests of all games."""

from __future__ import annotations

from games_app.games.rules import Facts
from tests.games.cases import Board, Clicks, by_role, each

ACTIONS = each(["sow", "drop"], [str(house) for house in range(15)] + ["S", "N", "01"])
PERFT = [1, 6, 36, 190, 1014, 5219, 27332]
FORCED = ()
ON_POINTS = False
CLICKS = Clicks(["7"], ["3"])
TO_FIND = {"capture"}
SHOWN = {"capture", "end", "over", "scoop"}
DECIDED = [
    "South moves first",
    "captures nothing",
    "After 60 moves in a row without a capture",
]
ENDS = ["25 seeds or more win", "24 each are a draw", "you keep the seeds in your row"]


def board(facts: Facts) -> Board:
    return facts["seeds"] | by_role("hand", facts.get("hand", {}))


def written(stop: str) -> str:
    """A house or store as a caption calls it."""
    return stop
