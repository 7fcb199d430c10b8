"""Endings of oware: the gain of every position with few seeds in the houses, for each number of moves left.

Nothing else decides it. A board comes back only with fewer moves left, so play never depends on what was
before; and a game that went on after the 25th seed would have the same winner. A position follows from those
with one move less, or after a capture from endings with fewer seeds. They are solved in this order
(retrograde analysis). Most gains are the same with two moves more; those positions need no second look.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, islice

from games_app.games.oware.compact import (
    BITS,
    BOARD,
    DIGIT,
    LEFT_AT,
    ROW_BITS,
    ROW_MASK,
    SCALE,
    choices_of,
)
from games_app.games.oware.rules.state import LAST_QUIET, ROW

EVEN = 64
"""Byte of a gain of zero."""
NUMBER = 4
"""Bytes of the number of a board's gains."""
CHUNK = 4096
"""Number of boards between two pauses."""


def _rows(seeds: int, houses: int = ROW) -> Iterator[int]:
    """Yield all ways to put so many seeds in a row."""
    if houses == 1:
        yield seeds
        return
    for here in range(seeds + 1):
        for others in _rows(seeds - here, houses - 1):
            yield here | others << BITS


class Endings:
    """The endings that are solved so far, by their number of seeds.

    The boards with so many seeds are numbered by the seeds of the mover's row, then by that row, then by the
    other's. There is one table for each number of seeds: first the number of each board's gains, then the
    gains that occur, a byte for each number of moves left.
    """

    def __init__(self, most: int) -> None:
        self.parts = range(1, most + 1)
        """Numbers of seeds of the endings, in the order in which they are solved."""
        self.known = 0
        """Number of seeds up to which all endings are known."""
        self._tables: list[tuple[memoryview, memoryview]] = [(memoryview(b""), memoryview(b""))]

    @cached_property
    def _by_seeds(self) -> list[list[int]]:
        return [list(_rows(seeds)) for seeds in range(self.parts.stop)]

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """The number of each row among those with as many seeds."""
        return {row: number for rows in self._by_seeds for number, row in enumerate(rows)}

    @cached_property
    def _begins(self) -> list[list[int]]:
        """The first number of boards by their seeds and by those in the mover's row; last, their count."""
        sizes = list(map(len, self._by_seeds))
        return [
            list(accumulate((sizes[own] * sizes[seeds - own] for own in range(seeds + 1)), initial=0))
            for seeds in range(self.parts.stop)
        ]

    def _number(self, board: int, seeds: int) -> int:
        own = board & ROW_MASK
        held = own % DIGIT
        others = len(self._by_seeds[seeds - held])
        return self._begins[seeds][held] + self._numbers[own] * others + self._numbers[board >> ROW_BITS]

    def gain(self, board: int, seeds: int, left: int) -> int:
        """Return how many seeds more the mover gets than the other, if play goes on until none is left.

        ``seeds``: those in the houses; ``left``: the moves without a capture that are left.
        """
        numbers, gains = self._tables[seeds]
        return gains[LAST_QUIET * numbers[self._number(board, seeds)] + left - 1] - EVEN

    def take(self, part: int, table: memoryview) -> None:
        """Take over the next table. Raises ValueError if it can't be one."""
        split = NUMBER * self._begins[part][-1]
        if len(table) <= split or (len(table) - split) % LAST_QUIET:
            raise ValueError(f"The table of endings with {part} seeds is damaged")
        self._tables.append((table[:split].cast("I"), table[split:]))
        self.known = part

    def solve(self, part: int) -> Generator[None, None, bytes]:
        """Return the next table; pause now and then."""
        solver = _Solver(self, part)
        yield from solver.look_at_choices()
        yield from solver.look_back()
        yield from solver.go_on()
        return (yield from solver.table())

    def boards(self, seeds: int) -> Iterator[int]:
        """Yield the boards with so many seeds in the order of their numbers."""
        for held in range(seeds + 1):
            for own in self._by_seeds[held]:
                for others in self._by_seeds[seeds - held]:
                    yield own | others << ROW_BITS


class _Solver:
    """The endings with so many seeds. ``layers`` are bytes of their gains, by the moves left less one."""

    def __init__(self, endings: Endings, seeds: int) -> None:
        self.endings, self.seeds = endings, seeds
        self.settled, self.layers = bytearray(), [bytearray()]
        """The best gain of a choice that captures or ends the game, 0 if there is none; and the layers."""
        self.begins, self.following = array("I", [0]), array("I")
        """The numbers of the boards after choices that capture nothing, and where each board's begin."""

    def look_at_choices(self) -> Generator[None]:
        number = self.endings._number
        for board in self.endings.boards(self.seeds):
            settled = last = 0 if board & ROW_MASK else EVEN
            for gain, position, _ in choices_of(board | LAST_QUIET << LEFT_AT):
                after, gain = position & BOARD, EVEN + gain // SCALE
                if not after:
                    settled = max(settled, gain)
                elif position >> LEFT_AT == LAST_QUIET:
                    rest = self.endings.gain(after, after % DIGIT, LAST_QUIET)
                    settled = max(settled, gain - rest)
                else:
                    self.following.append(number(after, self.seeds))
                    last = max(last, EVEN + (after >> ROW_BITS) % DIGIT - (after & ROW_MASK) % DIGIT)
            self.begins.append(len(self.following))
            self.settled.append(settled)
            self.layers[0].append(max(settled, last))
            if not len(self.settled) % CHUNK:
                yield

    def look_back(self) -> Generator[None]:
        """Sort the choices by the boards that they lead to."""
        ends = array("I", bytes(4 * (len(self.settled) + 1)))
        for after in self.following:
            ends[after + 1] += 1
        self.before_begins = array("I", accumulate(ends))
        yield
        places = array("I", self.before_begins)
        self.before = array("I", bytes(4 * len(self.following)))
        for board in range(len(self.settled)):
            for after in self._after(board):
                self.before[places[after]] = board
                places[after] += 1
            if not board % CHUNK:
                yield

    def go_on(self) -> Generator[None]:
        """Add the other layers. A gain differs from that of two layers before only if one after it does."""
        boards: Sequence[int] = range(len(self.settled))
        for left in range(1, LAST_QUIET):
            layer = bytearray(self.layers[max(0, left - 2)])
            changed = []
            for first in range(0, len(boards), CHUNK):
                changed += self._changed(boards[first : first + CHUNK], self.layers[-1], layer)
                yield
            self.layers.append(layer)
            if left > 1:
                begins, before = self.before_begins, self.before
                boards = list({each for at in changed for each in before[begins[at] : begins[at + 1]]})
                yield

    def _changed(self, boards: Sequence[int], after: bytearray, layer: bytearray) -> list[int]:
        changed = []
        begins, following, settled = self.begins, self.following, self.settled
        for board in boards:
            gain = settled[board]
            for at in following[begins[board] : begins[board + 1]]:
                if 2 * EVEN - after[at] > gain:
                    gain = 2 * EVEN - after[at]
            if gain != layer[board]:
                layer[board] = gain
                changed.append(board)
        return changed

    def _after(self, board: int) -> array[int]:
        return self.following[self.begins[board] : self.begins[board + 1]]

    def table(self) -> Generator[None, None, bytes]:
        kinds: dict[bytes, int] = {}
        numbers, gains = array("I"), zip(*self.layers, strict=True)
        while some := [kinds.setdefault(bytes(each), len(kinds)) for each in islice(gains, CHUNK)]:
            numbers.extend(some)
            yield
        return numbers.tobytes() + b"".join(kinds)


ENDINGS = Endings(11)
"""Eleven seeds: 1.35 million boards."""
