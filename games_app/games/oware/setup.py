"""Positions of oware that are set up by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games_app.games.base import Facts
from games_app.games.oware import GAME
from games_app.games.oware.rules import HOUSES, OTHER, SEEDS, STOPS, OwareState
from games_app.games.setup import Draft, Problem, Setup


class OwareSetup(Setup):
    """Any seeds, as if the last move had captured some."""

    counted = dict.fromkeys(STOPS, SEEDS)

    def facts(self, draft: Draft, options: Mapping[str, str]) -> Facts:
        seeds = {stop: draft.counts.get(stop, 0) for stop in STOPS}
        return {"seeds": seeds, "control": draft.turn, "quiet": 0}

    def reasons(self, facts: Facts) -> Iterator[Problem]:
        counts = tuple(facts["seeds"][stop] for stop in STOPS)
        n = sum(counts)
        if n < SEEDS:
            yield Problem("seeds_missing", {"n": n, "missing": SEEDS - n})
        elif n > SEEDS:
            yield Problem("seeds_left_over", {"n": n, "over": n - SEEDS})
        state = OwareState(counts[:HOUSES], (counts[-2], counts[-1]), facts["control"])
        mover = {"mover": state.control.capitalize()}
        if state.is_terminal or n != SEEDS:
            return
        if not any(state.row(state.control)):
            yield Problem("nothing_to_sow", mover)
        elif not any(state.row(OTHER[state.control])) and not state.playable():
            yield Problem("nothing_reaches", mover)


SETUP = OwareSetup(GAME)
