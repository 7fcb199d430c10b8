"""Head starts of Kalah: one stone from each of some pits of the stronger side begins in the weaker's store."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import ngettext

from games_app.games.handicap import HeadStarts
from games_app.games.mancala.parameters import OTHER, SHEET
from games_app.games.mancala.rules import Mancala, MancalaState

PROVED = {
    ("north", 0): 8,
    ("north", 1): 10,
    ("north", 2): 6,
    ("north", 3): 8,
    ("north", 4): 4,
    ("south", 0): -8,
    ("south", 1): -4,
    ("south", 2): -2,
    ("south", 3): 0,
    ("south", 4): -8,
}
"""(role, stones) -> its margin with best play on both sides, in the default rule set.

The engine proves all of them, which ``tests/games/mancala/test_handicaps.py`` repeats.
"""


def head_starts(game: Mancala) -> HeadStarts:
    """Return the head starts of a rule set."""
    proved = PROVED if game.parameters == SHEET else {}
    return HeadStarts({1: 40, 2: 80, 3: 120, 4: 160}, _words, _given, proved=proved)


def _words(n: int) -> str:
    return ngettext("{n} stone already in the store", "{n} stones already in the store", n).format(n=n)


def _given(first: MancalaState, role: str, n: int) -> MancalaState:
    rules, pits = first.rules, list(first.pits)
    for pit in rules.pits[OTHER[role]][:n]:
        pits[pit] -= 1
    pits[rules.store[role]] += n
    return replace(first, pits=tuple(pits))
