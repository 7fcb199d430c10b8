"""Positions of oware that no match has led to: set up by hand, and composed for the search for puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from games_app.games.base import Facts
from games_app.games.oware import GAME
from games_app.games.oware.rules import Oware, OwareState
from games_app.games.oware.rules.state import HALF, HOUSES, LAST_QUIET, OTHER, ROLES, SEEDS, STOPS
from games_app.games.setup import Draft, Problem, Setup


class OwareSetup(Setup):
    """Any seeds, as if the last move had captured some."""

    counted = dict.fromkeys(STOPS, SEEDS)

    def facts(self, draft: Draft, options: Mapping[str, str]) -> Facts:
        seeds = {stop: draft.counts.get(stop, 0) for stop in STOPS}
        facts: Facts = {"seeds": seeds, "control": draft.turn, "quiet": 0}
        agreed = self.game.checked_options(options)
        return facts | {"options": agreed, "hand": dict.fromkeys(ROLES, 0), "at": None} if agreed else facts

    def reasons(self, facts: Facts) -> Iterator[Problem]:
        counts = tuple(facts["seeds"][stop] for stop in STOPS)
        held = sum(facts.get("hand", {}).values())
        n = sum(counts) + held
        if n < SEEDS:
            yield Problem("seeds_missing", {"n": n, "missing": SEEDS - n})
        elif n > SEEDS:
            yield Problem("seeds_left_over", {"n": n, "over": n - SEEDS})
        state = OwareState(counts[:HOUSES], (counts[-2], counts[-1]), facts["control"])
        mover = {"mover": state.control.capitalize()}
        if state.is_terminal or held or n != SEEDS:
            return
        if not any(state.row(state.control)):
            yield Problem("nothing_to_sow", mover)
        elif not any(state.row(OTHER[state.control])) and not state.playable():
            yield Problem("nothing_reaches", mover)


SETUP = OwareSetup(GAME)

LEFT = range(5, 14)
"""Number of seeds on the board: few enough that captures lead to solved endings."""
QUIET = range(LAST_QUIET - 3)
"""Moves without a capture so far."""


def composed(dice: Random) -> OwareState:
    """Return a position of a game of random moves, whose captured seeds are divided anew.

    Played games seldom lead to puzzles: one side is far ahead, or few seeds circle for long.
    """
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
