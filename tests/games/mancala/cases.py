"""Data about mancala for the tests of all games."""

from __future__ import annotations

from games_app.games.rules import Facts
from tests.games.cases import Board, Clicks, by_role, each

PITS = [f"p{i}" for i in range(14)] + ["pwinsouth", "pwinnorth"]
ACTIONS = ["swap", *each(["pick", "put", "clear"], PITS)]
PERFT = [1, 5, 5, 5, 5, 24, 24, 24, 24, 86, 103]
FORCED = ("put ",)
ON_POINTS = False
CLICKS = Clicks(["p2"], ["p9"])
TO_FIND = {"again", "capture"}
SHOWN = {"again", "capture", "collect", "drop", "over"}
DECIDED = [
    "Opposite each other are pits 1 and 10",
    "leave out your opponent's",
    "also happens when the opposite pit is empty",
    "Eleven stones go once round",
    "falls into your own store, you move again",
    "The table follows the published game description",
]
ENDS = ["clears one of your pits", "all ten pits are empty", "More stones in the store wins"]


def board(facts: Facts) -> Board:
    return facts["pits"] | by_role("hand", facts["hand"])


def written(stop: str) -> str:
    """A pit or store as a caption calls it."""
    return stop.removeprefix("p")
