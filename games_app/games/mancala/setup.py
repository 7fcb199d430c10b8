"""Positions of mancala that are set up by hand, and proofs about openings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games_app.games.base import Facts
from games_app.games.mancala.parameters import ROLES
from games_app.games.mancala.rules import Mancala
from games_app.games.setup import Draft, Problem, Setup

MARGINS = {"pick p6": -12, "pick p7": -14, "pick p8": 8, "pick p9": -2, "pick p10": -4}
"""North's margin after each first decision, if both sides play perfectly."""

EVEN = (
    ("pick p7", "pick p2"),
    ("pick p6", "pick p2"),
    ("pick p6", "pick p3", "pick p1"),
    ("pick p8", "pick p6", "pick p4"),
    ("pick p9", "pick p2", "pick p6"),
    ("pick p10", "pick p1", "pick p6"),
)
"""Decisions in sequence, each by the role to move.

The engine proves all of them, which ``tests/games/mancala/test_openings.py`` repeats.
"""


class MancalaSetup(Setup):
    """All stones lie in pits and stores: nobody is sowing."""

    def __init__(self, game: Mancala) -> None:
        super().__init__(game)
        self.rules_of = game.rules
        most = {"stones": game.options["stones"].values[-1]} if "stones" in game.options else {}
        rules = game.rules(most)
        self.counted = dict.fromkeys(rules.stops, rules.total)

    def facts(self, draft: Draft, options: Mapping[str, str]) -> Facts:
        facts: Facts = {
            "pits": {stop: draft.counts.get(stop, 0) for stop in self.counted},
            "hand": dict.fromkeys(ROLES, 0),
            "at": None,
            "control": draft.turn,
        }
        if "pie" in self.game.options:
            facts["swap"] = False
        agreed = self.game.checked_options(options)
        return {"options": agreed, **facts} if agreed else facts

    def reasons(self, facts: Facts) -> Iterator[Problem]:
        rules = self.rules_of(facts.get("options", {}))
        total = rules.total
        n = sum(facts["pits"].values()) + sum(facts["hand"].values())
        if n < total:
            yield Problem("stones_missing", {"n": n, "total": total, "missing": total - n})
        elif n > total:
            yield Problem("stones_left_over", {"n": n, "total": total, "over": n - total})
        elif rules.parameters.sweeps and not any(facts["hand"].values()):
            held = {any(facts["pits"][rules.stops[pit]] for pit in pits) for pits in rules.pits.values()}
            if len(held) == 2:
                yield Problem("one_side_empty")


def setup(game: Mancala) -> Setup:
    return MancalaSetup(game)
