"""Boards of morris as numbers, as the mover sees them: own points, the other's, both heaps, and the mill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games_app.games.morris.rules import OTHER, ROLES, STRAIGHT, Grid, MorrisState

BOARD = (1 << 24) - 1
OTHER_AT, HEAP_AT, OTHER_HEAP_AT, MILL_AT = 24, 48, 52, 56
MILL = 1 << MILL_AT
HEAP = 15
RING = 255
SIDES = 0b01010101
"""The points of a square between two corners."""


def _turned(ring: int, sign: int, turn: int) -> int:
    return sum(1 << (turn + sign * at) % 8 for at in range(8) if ring >> at & 1)


def _beside(ring: int) -> int:
    """Return the points of a square next to these on it."""
    return _turned(ring, 1, 1) | _turned(ring, 1, -1)


def _lacking(ring: int) -> int:
    """Return the points of a square that complete a line on it."""
    further = [_turned(ring, 1, by) for by in (-2, -1, 1, 2)]
    corners = further[0] & further[1] | further[2] & further[3]
    return corners & ~SIDES | further[1] & further[2] & SIDES


def _reached(ring: int) -> int:
    """Return the corners of a square that complete a line on it by a step from its other line."""
    before, after = _turned(ring, 1, 1), _turned(ring, 1, -1)
    return before & after & (_turned(ring, 1, 2) | _turned(ring, 1, -2)) & ~SIDES


RINGS = range(RING + 1)
LACKING = tuple(map(_lacking, RINGS))
SIDES_LACKING = tuple(points & SIDES for points in LACKING)
CORNERS_REACHED = tuple(map(_reached, RINGS))
SIDES_BESIDE = tuple(_beside(ring) & SIDES for ring in RINGS)


def closing_points(stones: int) -> int:
    """Return the points where one more stone closes a mill, on the board without diagonals."""
    a, b, c = stones & RING, stones >> 8 & RING, stones >> 16
    return LACKING[a] | b & c & SIDES | (LACKING[b] | a & c & SIDES) << 8 | (LACKING[c] | a & b & SIDES) << 16


def closing_steps(stones: int) -> int:
    """Return the points where a step of one of these stones closes a mill, if they are empty."""
    a, b, c = stones & RING, stones >> 8 & RING, stones >> 16
    return (
        CORNERS_REACHED[a]
        | SIDES_LACKING[a] & b
        | SIDES_BESIDE[a] & b & c
        | (CORNERS_REACHED[b] | SIDES_LACKING[b] & (a | c) | SIDES_BESIDE[b] & a & c) << 8
        | (CORNERS_REACHED[c] | SIDES_LACKING[c] & b | SIDES_BESIDE[c] & a & b) << 16
    )


class BitGrid:
    """The lines of a board in bits.

    By the bit of a point, ``through`` has the other two points of each mill, and ``beside`` the points next
    to it.
    """

    def __init__(self, grid: Grid) -> None:
        self.masks = tuple(sum(1 << point for point in line) for line in grid.lines)
        self.through = {
            1 << point: tuple(sum(1 << at for at in line if at != point) for line in grid.mills[point])
            for point in range(24)
        }
        self.beside = {1 << point: sum(1 << at for at in grid.neighbours[point]) for point in range(24)}

    def mills_of(self, stones: int) -> int:
        """Return the points that lie in a mill of these stones."""
        mills = 0
        for mask in self.masks:
            if stones & mask == mask:
                mills |= mask
        return mills


TURNED = tuple(
    tuple(_turned(ring, sign, turn) for ring in RINGS) for sign in (1, -1) for turn in range(0, 8, 2)
)
"""Images of a square's points under the rotations and reflections of the board.

They are the same for the other squares, and the inner square may swap places with the outer one.
"""


def bits(points: int) -> Iterator[int]:
    while points:
        bit = points & -points
        points ^= bit
        yield bit


BITS = BitGrid(STRAIGHT)
THROUGH, BESIDE, mills_of = BITS.through, BITS.beside, BITS.mills_of
"""The lines of the board without diagonals."""


def rings_of(points: int) -> tuple[int, int, int]:
    return points & RING, points >> 8 & RING, points >> 16 & RING


def estimate_of(position: int, grid: BitGrid) -> int | None:
    """Estimate a position by its stones, then by their mobility; None while a mill is to be settled."""
    if position & MILL:
        return None
    own, other = position & BOARD, position >> OTHER_AT & BOARD
    heap, other_heap = position >> HEAP_AT & HEAP, position >> OTHER_HEAP_AT & HEAP
    stones = own.bit_count() + heap - other.bit_count() - other_heap
    empty, beside = BOARD & ~(own | other), grid.beside
    free = sum((empty & beside[bit]).bit_count() for bit in bits(own))
    other_free = sum((empty & beside[bit]).bit_count() for bit in bits(other))
    return 60 * stones + 2 * (free - other_free) + 5


def board_of(state: MorrisState, points: Sequence[str | None], control: str) -> int:
    """Return these points as ``control`` sees them, with the heaps and mill of a state."""
    own, other = (
        sum(1 << i for i, owner in enumerate(points) if owner == role) for role in (control, OTHER[control])
    )
    heaps = dict(zip(ROLES, state.heap, strict=True))
    heap = heaps[control] << HEAP_AT | heaps[OTHER[control]] << OTHER_HEAP_AT
    return own | other << OTHER_AT | heap | state.mill << MILL_AT
