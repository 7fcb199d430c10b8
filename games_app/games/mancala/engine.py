"""The compact form of mancala: a position is one number.

It has eleven digits, each the stones of a stop as the mover sees them: the mover's pits in sowing order, its
store, the other's pits. The store is always empty: its stones can't be lost, and count as gain. Sowing is one
addition, and the sum of digits is a remainder.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from games_app.games.compact import Choice, Compact
from games_app.games.level import BEGINNER, EASY, Level
from games_app.games.mancala.endings import Endings
from games_app.games.mancala.rules import OTHER, PITS, STONES, STORE, MancalaState

BITS, ROW, STOPS = 5, 5, 11
DIGIT = (1 << BITS) - 1
UNITS = [1 << BITS * stop for stop in range(STOPS)]
OWN = UNITS[ROW] - 1
STORE_AT, OTHERS_AT = BITS * ROW, BITS * (ROW + 1)
FACING = BITS * (STOPS - 1)
"""Sum of the bits at which a pit and the opposite one begin."""
ENDING = 12
"""Stones in the pits of an ending: 650,000 positions, a byte each. Solving more takes as long as it saves."""


def _sowing(pit: int, stones: int) -> tuple[int, int, int]:
    """Return what a sowing adds to a position, and to the store, and where the last stone's stop begins."""
    falls = [(pit + one) % STOPS for one in range(1, stones + 1)]
    change = sum(UNITS[stop] for stop in falls if stop != ROW) - stones * UNITS[pit]
    return change, falls.count(ROW), BITS * falls[-1]


SOWINGS = [
    (BITS * pit, [(0, 0, 0), *(_sowing(pit, stones) for stones in range(1, STONES + 1))])
    for pit in reversed(range(ROW))
]
"""Bits where the pits begin, from the store on, with the result of sowing each by its stones."""


@lru_cache(maxsize=1 << 16)
def _surely_stored(own: int) -> int:
    """Return how many stones the mover can store in this turn, whatever the other's pits contain."""
    most = 0
    for pit_at, sowings in SOWINGS:
        change, stored, last = sowings[own >> pit_at & DIGIT]
        more = _surely_stored(own + change & OWN) if last == STORE_AT else 0
        most = max(most, stored + more)
    return most


class MancalaEngine(Compact[MancalaState, int]):
    """The margin is in stones. A side is only certain to get the stones in the pits if it holds them all."""

    version = 4
    states = MancalaState
    to_the_end = complete = True

    def can_search(self, state: MancalaState) -> bool:
        return super().can_search(state) and state.forced() is None

    def position(self, state: MancalaState) -> int:
        own, others = (PITS[role] for role in (state.control, OTHER[state.control]))
        stones = [*(state.pits[i] for i in own), 0, *(state.pits[i] for i in others)]
        return sum(here * unit for here, unit in zip(stones, UNITS, strict=True))

    def forget(self) -> None:
        _surely_stored.cache_clear()

    def key(self, position: int) -> int:
        return position

    def lead(self, state: MancalaState, role: str) -> int:
        return state.pits[STORE[role]] - state.pits[STORE[OTHER[role]]]

    def choices(self, position: int) -> list[Choice[int]]:
        # The nearest pit that continues leaves the others unchanged. Of the choices that end the turn, only
        # the one that stores most comes first: sorting the others costs more than it saves.
        going_on: list[Choice[int]] = []
        ending: list[Choice[int]] = []
        most = 0
        for pit_at, sowings in SOWINGS:
            stones = position >> pit_at & DIGIT
            if not stones:
                continue
            change, stored, last = sowings[stones]
            after = position + change
            if last == STORE_AT:
                going_on.append((stored, after, True))
                continue
            if last < STORE_AT and after >> last & DIGIT == 1:
                opposite = after >> FACING - last & DIGIT
                after -= (1 << last) + (opposite << FACING - last)
                stored += 1 + opposite
            choice = (stored, after >> OTHERS_AT | (after & OWN) << OTHERS_AT, False)
            if stored > most:
                most = stored
                ending.insert(0, choice)
            else:
                ending.append(choice)
        return going_on + ending

    def bounds(self, position: int) -> tuple[int, int]:
        """Return bounds: all stones in the pits can be gained, stones stored in this turn can't be lost."""
        own, stones = position & OWN, position % DIGIT
        if not own:
            return -stones, -stones
        if own == position:
            return stones, stones
        return 2 * _surely_stored(own) - stones, stones

    def estimate(self, position: int) -> int:
        return 0

    def proving(self) -> MancalaProver:
        return PROVER


class MancalaProver(MancalaEngine):
    """The same form with known endings."""

    bounds_first = True

    @cached_property
    def _endings(self) -> Endings:
        return Endings(ENDING, ROW, BITS, OTHERS_AT, self.choices)

    def bounds(self, position: int) -> tuple[int, int]:
        stones = position % DIGIT
        if stones <= ENDING:
            gain = self._endings.gain(position, stones)
            return gain, gain
        return super().bounds(position)


PROVER = MancalaProver()
ENGINE = MancalaEngine()

LEVELS = (
    BEGINNER,
    EASY,
    Level("medium", depth=3),
    Level("hard", depth=6),
    Level("expert", depth=9),
    Level("master", proofs=True),
)
"""The computer's levels, from weak to strong; each beats the one before it: docs/engine.md."""
