"""Composed positions of oware in which few seeds are left, for the search for puzzles.

Played games seldom lead to puzzles: one side is far ahead, or few seeds circle for long.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games_app.games.oware.rules import HALF, LAST_QUIET, SEEDS, Oware, OwareState

LEFT = range(5, 14)
"""Number of seeds on the board."""
QUIET = range(LAST_QUIET - 14, LAST_QUIET - 3)
"""Moves without a capture so far: the end is near enough for proofs."""


def composed(dice: Random) -> OwareState:
    """Return a position of a game of random moves, whose captured seeds are divided anew."""
    most = dice.choice(LEFT)
    while True:
        state = _played(dice, most)
        if not state.is_terminal:
            return replace(
                state, stores=_divided(dice, sum(state.stores)), quiet=dice.choice(QUIET), trace=()
            )


def _played(dice: Random, most: int) -> OwareState:
    """Play random moves until so many seeds are left, or the game is over."""
    state = Oware().initial_state()
    while not state.is_terminal and SEEDS - sum(state.stores) > most:
        role = state.control
        state = state.apply(role, dice.choice(state.legal_actions(role)))
    return state


def _divided(dice: Random, captured: int) -> tuple[int, int]:
    """Divide the captured seeds so that nobody has won yet."""
    south = dice.randint(captured - HALF, HALF)
    return south, captured - south
