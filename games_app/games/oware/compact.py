"""Positions of oware as numbers, and the choices in them.

A position has a digit for each house, the seeds there as the mover sees them: the mover's row in sowing
order, then the other's. Above it stand the mover's store, the other's, and the moves left without a capture:
they are part of a position, because they decide when the game ends. Sowing is one addition, and the sum of
digits is a remainder.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from games_app.games.engine.contract import Choice
from games_app.games.oware.rules.state import (
    HALF,
    HOUSES,
    LAST_QUIET,
    OTHER,
    OWN,
    ROLES,
    ROW,
    SEEDS,
    OwareState,
)

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


def position_of(state: OwareState) -> int:
    """Return a state as the role in control sees it."""
    own, others = OWN[state.control], OWN[OTHER[state.control]]
    houses = state.houses[own.start : own.stop] + state.houses[others.start : others.stop]
    stores = dict(zip(ROLES, state.stores, strict=True))
    mine, theirs = stores[state.control], stores[OTHER[state.control]]
    digits = (*houses, mine, theirs, LAST_QUIET - state.quiet)
    return sum(here << BITS * digit for digit, here in enumerate(digits))


def choices_of(position: int) -> list[Choice[int]]:
    """Return the choices that capture most first; of equal ones, those near the other's row."""
    mine, theirs = position >> MINE_AT & DIGIT, position >> THEIRS_AT & DIGIT
    if is_over(mine, theirs):
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


def is_over(mine: int, theirs: int) -> bool:
    """Return whether the game is over with so many seeds in the stores."""
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
    if not is_over(mine, theirs) and (not left or (not own and _starves(others))):
        own_rest, others_rest = own % DIGIT, others % DIGIT
        gain += own_rest - others_rest
        mine, theirs, own, others = mine + own_rest, theirs + others_rest, 0, 0
    after = others | own << ROW_BITS | theirs << MINE_AT | mine << THEIRS_AT | left << LEFT_AT
    return SCALE * gain, after, False


def _starves(row: int) -> bool:
    """Return whether this row can't give the other, which has none, any seeds."""
    return all(at + BITS * (row >> at & DIGIT) < ROW_BITS for at in HOUSES_AT)
