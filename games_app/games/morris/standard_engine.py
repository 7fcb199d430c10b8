"""The compact form of morris without a last step: a board with the earlier ones that decide a repetition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games_app.games import repetition
from games_app.games.engine.contract import Choice, Compact
from games_app.games.morris.bitboard import (
    BOARD,
    HEAP,
    HEAP_AT,
    MILL,
    OTHER_AT,
    OTHER_HEAP_AT,
    BitGrid,
    bits,
    board_of,
    estimate_of,
)
from games_app.games.morris.rules import FLYING, OTHER
from games_app.games.morris.standard import LAST_QUIET, Parameters, StandardState
from games_app.games.repetition import Position

WON = 1000


class StandardEngine(Compact[StandardState, Position]):
    """The value is the difference of both goals: 100 for a win. Only the end proves anything."""

    unit = "goal"
    scale = 10

    def __init__(self, rules: Parameters, boards: Compact[Any, int]) -> None:
        """``boards`` has the images of a board."""
        self.flies, self._grid, self._boards = rules.flies, BitGrid(rules.grid), boards

    def position(self, state: StandardState) -> Position:
        n = len(state.past)
        earlier = [
            board_of(state, points, state.control if (n - i) % 2 == 0 else OTHER[state.control])
            for i, points in enumerate(state.past)
        ]
        return repetition.position(board_of(state, state.points, state.control), earlier)

    def key(self, position: Position) -> int:
        return position[0]

    def images_of(self, position: Position) -> Iterable[int]:
        return self._boards.images_of(position[0])

    def lead(self, state: StandardState, role: str) -> int:
        """Return the result at the end: stones count only then."""
        goals = state.goals()
        return self.scale * (goals[role] - goals[OTHER[role]]) if goals else 0

    def choices(self, position: Position) -> list[Choice[Position]]:
        if self.bounds(position)[0] == self.bounds(position)[1]:
            return []
        board = position[0]
        own, other = board & BOARD, board >> OTHER_AT & BOARD
        heap, other_heap = board >> HEAP_AT & HEAP, board >> OTHER_HEAP_AT & HEAP
        if board & MILL:
            free = other & ~self._grid.mills_of(other) or other
            tail = own << OTHER_AT | other_heap << HEAP_AT | heap << OTHER_HEAP_AT
            return [(0, (other ^ bit | tail, (), ()), False) for bit in bits(free)]
        placed = int(heap > 0)
        heap -= placed
        closing = other << OTHER_AT | heap << HEAP_AT | other_heap << OTHER_HEAP_AT | MILL
        passing = other | other_heap << HEAP_AT | heap << OTHER_HEAP_AT
        closed: list[Choice[Position]] = []
        quiet: list[Choice[Position]] = []
        for rest, target in self._moved(own, other, bool(placed)):
            if any(rest & line == line for line in self._grid.through[target]):
                closed.append((0, (rest | target | closing, (), ()), True))
            else:
                after = (rest | target) << OTHER_AT | passing
                following = (after, (), ()) if placed else repetition.after(position, after)
                quiet.append((0, following, False))
        return closed + quiet

    def _moved(self, own: int, other: int, placing: bool) -> Iterator[tuple[int, int]]:
        """Yield the mover's other stones and the bit where one comes to."""
        empty = BOARD & ~(own | other)
        if placing:
            yield from ((own, bit) for bit in bits(empty))
            return
        flies, beside = self.flies and own.bit_count() == FLYING, self._grid.beside
        for bit in bits(own):
            yield from ((own ^ bit, target) for target in bits(empty if flies else empty & beside[bit]))

    def bounds(self, position: Position) -> tuple[int, int]:
        board = position[0]
        if board & MILL:
            return -WON, WON
        own, other, heap = board & BOARD, board >> OTHER_AT & BOARD, board >> HEAP_AT & HEAP
        if own.bit_count() + heap < FLYING:
            return -WON, -WON
        if own | other == BOARD or repetition.is_drawn(position, LAST_QUIET):
            return 0, 0
        if not any(True for _ in self._moved(own, other, heap > 0)):
            return -WON, -WON
        return -WON, WON

    def estimate(self, position: Position) -> int | None:
        """Estimate: stones count most, then mobility."""
        return estimate_of(position[0], self._grid)
