"""Positions of mancala that are set up by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games_app.games.base import Facts
from games_app.games.mancala import GAME
from games_app.games.mancala.rules import ROLES, STONES, STOPS
from games_app.games.setup import Draft, Problem, Setup


class MancalaSetup(Setup):
    """All stones lie in pits and stores: nobody is sowing."""

    counted = dict.fromkeys(STOPS, STONES)

    def facts(self, draft: Draft, options: Mapping[str, str]) -> Facts:
        return {
            "pits": {stop: draft.counts.get(stop, 0) for stop in STOPS},
            "hand": dict.fromkeys(ROLES, 0),
            "at": None,
            "control": draft.turn,
        }

    def reasons(self, facts: Facts) -> Iterator[Problem]:
        n = sum(facts["pits"].values()) + sum(facts["hand"].values())
        if n < STONES:
            yield Problem("stones_missing", {"n": n, "missing": STONES - n})
        elif n > STONES:
            yield Problem("stones_left_over", {"n": n, "over": n - STONES})


SETUP = MancalaSetup(GAME)
