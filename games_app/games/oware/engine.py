"""The compact form of oware: a position is one number, as ``compact`` describes it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from games_app.games.engine.contract import MASTER, Choice, Compact, Level
from games_app.games.oware.compact import (
    BOARD,
    DIGIT,
    HOUSES_AT,
    LEFT_AT,
    MINE_AT,
    ROW_BITS,
    ROW_MASK,
    SCALE,
    THEIRS_AT,
    choices_of,
    is_over,
    position_of,
)
from games_app.games.oware.endings import ENDINGS, Endings
from games_app.games.oware.rules.state import OTHER, ROLES, ROW, SEEDS, OwareState

LEAST_WIN = 2
"""Minimum margin of a win: 25 seeds to 23."""


class OwareEngine(Compact[OwareState, int]):
    """The margin is in seeds; estimates are in quarters of one."""

    version = 5
    by_numbers = True
    scale = SCALE

    def forget(self) -> None:
        _worth.cache_clear()

    def searchable(self, state: OwareState) -> OwareState:
        """Let houses sow automatically: this changes nothing between two decisions."""
        return replace(state, by_hand=False)

    def can_search(self, state: OwareState) -> bool:
        return super().can_search(state) and not state.hand

    def images(self, state: OwareState) -> frozenset[int]:
        """Return nothing during a move: the board says too little then."""
        return frozenset() if state.hand else super().images(state)

    def position(self, state: OwareState) -> int:
        return position_of(state)

    def key(self, position: int) -> int:
        return position & BOARD

    def lead(self, state: OwareState, role: str) -> int:
        stores = dict(zip(ROLES, state.stores, strict=True))
        return SCALE * (stores[role] - stores[OTHER[role]])

    def choices(self, position: int) -> list[Choice[int]]:
        return choices_of(position)

    def bounds(self, position: int) -> tuple[int, int]:
        mine, theirs = position >> MINE_AT & DIGIT, position >> THEIRS_AT & DIGIT
        rest = 0 if is_over(mine, theirs) else SCALE * (SEEDS - mine - theirs)
        return -rest, rest

    def estimate(self, position: int) -> int:
        """Estimate the gain: houses with one or two seeds are in danger, and seeds at home can be kept."""
        own, others = position & ROW_MASK, position >> ROW_BITS & ROW_MASK
        return _worth(others) - _worth(own) + (own % DIGIT - others % DIGIT) // ROW

    def with_endings(self) -> OwareEngine:
        return PROVER if PROVER.endings.known else self


class OwareProver(OwareEngine):
    """The same form with endings: it is known who wins them, and that a draw is one."""

    def __init__(self, endings: Endings) -> None:
        self.endings = endings

    def bounds(self, position: int) -> tuple[int, int]:
        mine, theirs = position >> MINE_AT & DIGIT, position >> THEIRS_AT & DIGIT
        if is_over(mine, theirs):
            return 0, 0
        seeds, lead = SEEDS - mine - theirs, mine - theirs
        if seeds > self.endings.known:
            return -SCALE * seeds, SCALE * seeds
        result = lead + self.endings.gain(position & BOARD, seeds, position >> LEFT_AT)
        if result > 0:
            return SCALE * (LEAST_WIN - lead), SCALE * seeds
        if result < 0:
            return -SCALE * seeds, -SCALE * (LEAST_WIN + lead)
        return -SCALE * lead, -SCALE * lead


@lru_cache(maxsize=1 << 16)
def _worth(row: int) -> int:
    """Return what a row's houses in danger and empty houses are worth to the other side."""
    houses = [row >> at & DIGIT for at in HOUSES_AT]
    return 2 * sum(1 <= seeds <= 2 for seeds in houses) + houses.count(0)


ENGINE, PROVER = OwareEngine(), OwareProver(ENDINGS)

LEVELS = (
    Level("beginner", depth=1, slip=0.4, overlooks=0.2),
    Level("easy", depth=2, slip=1.3, overlooks=0.1),
    Level("casual", depth=2, slip=0.65),
    Level("medium", depth=3, slip=0.35),
    Level("hard", depth=4),
    Level("advanced", nodes=1_000),
    Level("expert", nodes=5_000),
    MASTER,
)
"""The computer's levels, from weak to strong; each beats the one before it: docs/engine.md."""
