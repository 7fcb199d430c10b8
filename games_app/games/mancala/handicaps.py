"""Head starts of Kalah: some stones of the stronger side begin in the weaker's store.

They come from its pits in turn, beginning with the one that is farthest from its store.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice

from django.utils.translation import ngettext

from games_app.games.handicap import HeadStarts
from games_app.games.mancala.parameters import OTHER, SHEET
from games_app.games.mancala.rules import Mancala, MancalaState

PROVED = {
    ("north", 0): 8,
    ("north", 1): 10,
    ("north", 2): 6,
    ("north", 3): 8,
    ("south", 0): -8,
    ("south", 1): -4,
    ("south", 2): -2,
    ("south", 3): 0,
}
"""(role, stones) -> its margin with best play on both sides, in the default rule set.

The engine proves all of them, which ``tests/games/mancala/test_handicaps.py`` repeats.
"""

WORTH = {
    "mancala": {1: 80, 2: 130, 3: 160},
    "kalah64": {3: 40, 6: 70, 9: 90, 12: 110},
    "kalah66": {4: 30, 8: 60, 12: 80, 16: 100},
    "kalah4": {2: 30, 4: 60, 6: 90},
    "kalah5": {2: 30, 5: 60, 8: 90},
    "kalah6": {3: 30, 6: 60, 9: 90},
}
"""Stones -> rating points, by rule set; docs/engine.md says how they were measured."""


def head_starts(game: Mancala) -> HeadStarts:
    """Return the head starts of a rule set."""
    proved = PROVED if game.parameters == SHEET else {}
    return HeadStarts(WORTH[game.slug], _words, _given, proved=proved)


def _words(n: int) -> str:
    return ngettext("{n} stone already in the store", "{n} stones already in the store", n).format(n=n)


def _given(first: MancalaState, role: str, n: int) -> MancalaState:
    rules, pits = first.rules, list(first.pits)
    for pit in islice(cycle(rules.pits[OTHER[role]]), n):
        pits[pit] -= 1
    pits[rules.store[role]] += n
    return replace(first, pits=tuple(pits))
