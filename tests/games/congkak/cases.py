"""Data about congkak for the tests of all games."""

from __future__ import annotations

from games_app.games.rules import Facts
from tests.games.cases import Board, Clicks, by_role, each

ACTIONS = each(["scoop", "drop"], [str(house) for house in range(16)] + ["A", "B", "01"])
PERFT = [1, 14, 98]
"""Counts of action sequences; both orders of sealing count in the simultaneous opening."""
FORCED = ()
ON_POINTS = False
CLICKS = Clicks(["9"], ["3"], {"rounds": "1", "opening": "south", "sowing": "auto"})
TO_FIND = {"again", "capture"}
SHOWN = {"again", "capture", "end", "relay", "scoop", "seal"}
DECIDED = [
    "south drops one shell, and what follows from its last shell is settled at once",
    "The player whose turn ended first moves next",
    "checked only when a turn has ended",
    "a house can be won back",
    "After 49 to 49 the player whose turn it would have been begins",
    "How long the match may take is agreed",
    "the players agree who begins",
    "You drop every shell yourself",
    "that shell is lost to your opponent's storehouse",
    "it is a race",
]
ENDS = ["houses hold no shell", "is burnt", "more shells win"]


def board(facts: Facts) -> Board:
    houses: Board = {int(house): n for house, n in facts["houses"].items()}
    stores = {"A": facts["stores"]["south"], "B": facts["stores"]["north"]}
    return houses | stores | by_role("hand", facts["hand"])


def written(stop: str) -> str:
    """A stop as a caption calls it."""
    return stop
