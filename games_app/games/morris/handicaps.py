"""Head starts of morris: the stronger side has fewer men, as if some had been taken already.

The weaker side's first men stand in corners, where they are worth least, and both have as many to place.
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import ngettext

from games_app.games.base import Game
from games_app.games.handicap import HeadStarts
from games_app.games.morris.rules import INDEX, MorrisState
from games_app.games.morris.standard import Standard

CORNERS = tuple(INDEX[f"outer {corner}"] for corner in ("ne", "sw"))
WORTH = {1: 250, 2: 500}
"""Men -> rating points; docs/engine.md says how they were measured."""
STEPS = 3
"""Steps that count for each man of a head start: two placed, and one taken."""


def head_starts(game: Game) -> HeadStarts:
    """Return the head starts of a rule set."""
    if isinstance(game, Standard):
        return HeadStarts(WORTH, _words, _standard)
    return HeadStarts(WORTH, _words, _given, first_move=150)


def _words(n: int) -> str:
    return ngettext("{n} man more", "{n} men more", n).format(n=n)


def _given(first: MorrisState, role: str, n: int) -> MorrisState:
    return replace(_standard(first, role, n), step=STEPS * n)


def _standard(first: MorrisState, role: str, n: int) -> MorrisState:
    """Return the position of a rule set that doesn't count steps."""
    points = tuple(role if point in CORNERS[:n] else held for point, held in enumerate(first.points))
    white, black = first.heap
    return replace(first, points=points, heap=(white - n, black - n))
