"""The compact form of mancala: a position is one number.

It has eleven digits, each the stones of a stop as whoever is to move sees them: the own pits in sowing order,
the own store, the other's pits. The store is always empty: what has fallen into it can't be lost, and counts
as gain. Sowing is one addition, and the sum of digits a remainder.
"""

from __future__ import annotations

from games_app.games.compact import Choice, Compact
from games_app.games.level import BEGINNER, EASY, Level
from games_app.games.mancala.rules import OTHER, PITS, STONES, STORE, MancalaState

BITS, ROW, STOPS = 5, 5, 11
DIGIT = (1 << BITS) - 1
UNITS = [1 << BITS * stop for stop in range(STOPS)]
OWN = UNITS[ROW] - 1
OTHERS_AT = BITS * (ROW + 1)


def _sowing(pit: int, stones: int) -> tuple[int, int]:
    """Return what a sowing of so many stones adds to a position, and the stop of the last one."""
    falls = [(pit + one) % STOPS for one in range(1, stones + 1)]
    return sum(UNITS[stop] for stop in falls) - stones * UNITS[pit], falls[-1]


SOWINGS = [[(0, pit), *(_sowing(pit, stones) for stones in range(1, STONES + 1))] for pit in range(ROW)]


def sown(position: int, pit: int) -> Choice[int]:
    """Return what sowing this pit stores, the position after it, and whether the same role moves there."""
    change, last = SOWINGS[pit][position >> BITS * pit & DIGIT]
    position += change
    stored = position >> BITS * ROW & DIGIT
    if last < ROW and position >> BITS * last & DIGIT == 1:
        opposite = position >> BITS * (STOPS - 1 - last) & DIGIT
        position -= UNITS[last] + opposite * UNITS[STOPS - 1 - last]
        stored += 1 + opposite
    own, others = position & OWN, position >> OTHERS_AT
    if last == ROW:
        return stored, own | others << OTHERS_AT, True
    return stored, others | own << OTHERS_AT, False


def _promise(choice: Choice[int]) -> int:
    """The sort key of choices: those that go on, then those that store much."""
    stored, _, again = choice
    return STONES if again else stored


class MancalaEngine(Compact[MancalaState, int]):
    """The margin is in stones. Whoever holds all stones in the pits, and only then, is sure to get them."""

    states = MancalaState
    to_the_end = True

    def can_search(self, state: MancalaState) -> bool:
        return super().can_search(state) and state.forced() is None

    def position(self, state: MancalaState) -> int:
        own, others = (PITS[role] for role in (state.control, OTHER[state.control]))
        stones = [*(state.pits[i] for i in own), 0, *(state.pits[i] for i in others)]
        return sum(here * unit for here, unit in zip(stones, UNITS, strict=True))

    def lead(self, state: MancalaState, role: str) -> int:
        return state.pits[STORE[role]] - state.pits[STORE[OTHER[role]]]

    def choices(self, position: int) -> list[Choice[int]]:
        # The pits from the store on: what goes on from the nearest one leaves the others as they are.
        choices = [sown(position, pit) for pit in reversed(range(ROW)) if position >> BITS * pit & DIGIT]
        choices.sort(key=_promise, reverse=True)
        return choices

    def bounds(self, position: int) -> tuple[int, int]:
        own, stones = (position & OWN) % DIGIT, position % DIGIT
        if own in (0, stones):
            gain = own or -stones
            return gain, gain
        return -stones, stones

    def estimate(self, position: int) -> int:
        return 0


ENGINE = MancalaEngine()

LEVELS = (
    BEGINNER,
    EASY,
    Level("medium", depth=2),
    Level("hard", depth=4),
    Level("expert", depth=8),
    Level("master", proofs=True),
)
"""The computer's levels, the weakest first; each beats the one before it: docs/engine.md."""
