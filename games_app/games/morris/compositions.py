"""Composed positions of nine men's morris shortly before the last step, for the search for puzzles."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games_app.games.morris.rules import EMPTY, FLYING, ROLES, Morris, MorrisState

STEPS = range(46, 56)
MOST = 7
"""Maximum number of a role's stones."""


def composed(dice: Random) -> MorrisState:
    """Return a random position with equal or nearly equal numbers of stones."""
    white = dice.randint(FLYING, MOST)
    black = min(max(white + dice.choice((-1, 0, 1)), FLYING), MOST)
    places = dice.sample(range(24), white + black)
    points = [EMPTY] * 24
    for n, place in enumerate(places):
        points[place] = ROLES[n >= white]
    step = dice.choice(STEPS)
    start = Morris().initial_state()
    return replace(start, points=tuple(points), heap=(0, 0), control=ROLES[step % 2], step=step, mill=False)
