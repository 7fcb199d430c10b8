"""The compact form of oware: a position is one number.

It has a digit for each house, the seeds there as the mover sees them: the mover's row in sowing order, then
the other's. Above it stand the mover's store, the other's, and the moves left without a capture: they are
part of a position, because they decide when the game ends. Sowing is one addition, and the sum of digits is a
remainder.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import itemgetter

from games_app.games.engine.contract import BEGINNER, EASY, MASTER, Choice, Compact, Level
from games_app.games.oware.rules import HALF, HOUSES, LAST_QUIET, OTHER, OWN, ROLES, ROW, SEEDS, OwareState

SCALE = 4
BITS = 6
DIGIT = (1 << BITS) - 1
ROW_BITS = BITS * ROW
ROW_MASK = (1 << ROW_BITS) - 1
MINE_AT = BITS * HOUSES
THEIRS_AT, LEFT_AT = MINE_AT + BITS, MINE_AT + 2 * BITS
BOARD = (1 << MINE_AT) - 1
HOUSES_AT = range(ROW_BITS - BITS, -1, -BITS)
"""Bits where the mover's houses begin, from the other's row on."""


def _sowings(house: int) -> Iterator[tuple[int, int]]:
    """Yield what sowing so many seeds adds to the board, and the bit where the last house begins."""
    change, last = 0, house
    for seed in range(SEEDS + 1):
        yield change, BITS * last
        last = (house + 1 + seed % (HOUSES - 1)) % HOUSES
        change += (1 << BITS * last) - (1 << BITS * house)


SOWINGS = {BITS * house: tuple(_sowings(house)) for house in range(ROW)}
_GAIN = itemgetter(0)


class OwareEngine(Compact[OwareState, int]):
    """The margin is in seeds; estimates are in quarters of one."""

    version = 4
    by_numbers = True
    scale = SCALE

    def forget(self) -> None:
        _worth.cache_clear()

    def position(self, state: OwareState) -> int:
        own, others = OWN[state.control], OWN[OTHER[state.control]]
        houses = state.houses[own.start : own.stop] + state.houses[others.start : others.stop]
        stores = dict(zip(ROLES, state.stores, strict=True))
        mine, theirs = stores[state.control], stores[OTHER[state.control]]
        digits = (*houses, mine, theirs, LAST_QUIET - state.quiet)
        return sum(here << BITS * digit for digit, here in enumerate(digits))

    def key(self, position: int) -> int:
        return position & BOARD

    def lead(self, state: OwareState, role: str) -> int:
        stores = dict(zip(ROLES, state.stores, strict=True))
        return SCALE * (stores[role] - stores[OTHER[role]])

    def choices(self, position: int) -> list[Choice[int]]:
        """Return the choices that capture most first; of equal ones, those near the other's row."""
        mine, theirs = position >> MINE_AT & DIGIT, position >> THEIRS_AT & DIGIT
        if _is_over(mine, theirs):
            return []
        left, board = (position >> LEFT_AT) - 1, position & BOARD
        starving = board <= ROW_MASK
        choices = []
        for at in HOUSES_AT:
            seeds = board >> at & DIGIT
            if seeds and not (starving and at + BITS * seeds < ROW_BITS):
                choices.append(_sown(board, at, seeds, mine, theirs, left))
        choices.sort(key=_GAIN, reverse=True)
        return choices

    def bounds(self, position: int) -> tuple[int, int]:
        mine, theirs = position >> MINE_AT & DIGIT, position >> THEIRS_AT & DIGIT
        rest = 0 if _is_over(mine, theirs) else SCALE * (SEEDS - mine - theirs)
        return -rest, rest

    def estimate(self, position: int) -> int:
        """Estimate the gain: houses with one or two seeds are in danger, and seeds at home can be kept."""
        own, others = position & ROW_MASK, position >> ROW_BITS & ROW_MASK
        return _worth(others) - _worth(own) + (own % DIGIT - others % DIGIT) // ROW


@lru_cache(maxsize=1 << 16)
def _worth(row: int) -> int:
    """Return what a row's houses in danger and empty houses are worth to the other side."""
    houses = [row >> at & DIGIT for at in HOUSES_AT]
    return 2 * sum(1 <= seeds <= 2 for seeds in houses) + houses.count(0)


def _is_over(mine: int, theirs: int) -> bool:
    return mine > HALF or theirs > HALF or mine + theirs == SEEDS


def _sown(board: int, at: int, seeds: int, mine: int, theirs: int, left: int) -> Choice[int]:
    change, last = SOWINGS[at][seeds]
    board += change
    taken = cleared = 0
    while last >= ROW_BITS and 2 <= (here := board >> last & DIGIT) <= 3:
        taken += here
        cleared |= here << last
        last -= BITS
    if cleared and cleared != board >> ROW_BITS << ROW_BITS:
        board -= cleared
        mine, left = mine + taken, LAST_QUIET
    else:
        taken = 0
    own, others = board & ROW_MASK, board >> ROW_BITS
    gain = taken
    if not _is_over(mine, theirs) and (not left or (not own and _starves(others))):
        own_rest, others_rest = own % DIGIT, others % DIGIT
        gain += own_rest - others_rest
        mine, theirs, own, others = mine + own_rest, theirs + others_rest, 0, 0
    after = others | own << ROW_BITS | theirs << MINE_AT | mine << THEIRS_AT | left << LEFT_AT
    return SCALE * gain, after, False


def _starves(row: int) -> bool:
    """Return whether this row can't give the other, which has none, any seeds."""
    return all(at + BITS * (row >> at & DIGIT) < ROW_BITS for at in HOUSES_AT)


ENGINE = OwareEngine()

LEVELS = (BEGINNER, EASY, Level("medium", depth=2), Level("hard", nodes=2_000), MASTER)
"""The computer's levels, from weak to strong; each beats the one before it: docs/engine.md."""
