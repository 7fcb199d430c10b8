"""A second program for Kalah, which shares nothing with the rules: two rows, two stores, whole turns.

It counts sequences of actions as the site stores them, and finds the best result of small boards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

Rows = tuple[tuple[int, ...], tuple[int, ...]]
"""The pits of the side to move and of the other one, each from its owner's left to its store."""


@dataclass(frozen=True)
class Board:
    rows: Rows
    stored: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Kalah:
    pits: int
    stones: int
    alone: bool = True
    """A last stone is stored even if nothing lies opposite."""

    @property
    def start(self) -> Board:
        return Board(((self.stones,) * self.pits,) * 2)

    def turn(self, board: Board, pit: int) -> tuple[Board, bool, int]:
        """Sow a pit; return the board as this side sees it, whether it moves again, and the stones sown."""
        own, other = (list(row) for row in board.rows)
        mine, theirs = board.stored
        hand, own[pit] = own[pit], 0
        at, sown = pit, hand
        while hand:
            at = (at + 1) % (2 * self.pits + 1)
            if at < self.pits:
                own[at] += 1
            elif at == self.pits:
                mine += 1
            else:
                other[at - self.pits - 1] += 1
            hand -= 1
        if at < self.pits and own[at] == 1:
            opposite = self.pits - 1 - at
            if other[opposite] or self.alone:
                mine += 1 + other[opposite]
                own[at] = other[opposite] = 0
        if not any(own) or not any(other):
            mine, theirs = mine + sum(own), theirs + sum(other)
            own = other = [0] * self.pits
        return Board((tuple(own), tuple(other)), (mine, theirs)), at == self.pits, sown

    def sequences(self, longest: int, *, pie: bool = False) -> list[int]:
        """Return how many sequences of 0, 1, 2 ... actions there are: a stone that falls is one action."""
        found = [0] * (longest + 1)
        front: Counter[tuple[Board, int, int]] = Counter({(self.start, 0, 1 if pie else 0): 1})
        found[0] = 1
        while front:
            following: Counter[tuple[Board, int, int]] = Counter()
            for (board, depth, pending), ways in front.items():
                for after, length, still in self._decisions(board, pending):
                    for n in range(depth + 1, min(depth + length, longest) + 1):
                        found[n] += ways
                    if depth + length < longest and any(after.rows[0]):
                        following[after, depth + length, still] += ways
            front = following
        return found

    def _decisions(self, board: Board, pending: int) -> Iterator[tuple[Board, int, int]]:
        """Yield each decision: the board as the next side sees it, its actions, and who may swap then.

        ``pending``: 1 in the first side's first turn, 2 when the other may answer with a swap, else 0.
        """
        for pit in range(self.pits):
            if not board.rows[0][pit]:
                continue
            after, again, sown = self.turn(board, pit)
            still = 0 if pending != 1 else 1 if again else 2
            yield (after if again else turned(after)), 1 + sown, still
        if pending == 2:
            # The other side gets this board as it is, and moves.
            yield board, 1, 0

    def value(self, *, pie: bool = False) -> int:
        """Return how many more stones the first side gets, if both play as well as they can."""
        return self._opened(self.start) if pie else _best(self, self.start.rows)

    def _opened(self, board: Board) -> int:
        """Return the first side's best margin in its first turn, after which the other may swap."""
        results = []
        for pit in range(self.pits):
            if board.rows[0][pit]:
                after, again, _ = self.turn(board, pit)
                if again and any(after.rows[0]):
                    results.append(self._opened(after))
                    continue
                margin = after.stored[0] - after.stored[1]
                results.append(-abs_best(margin, _best(self, turned(after).rows)))
        return max(results)


def abs_best(margin: int, reply: int) -> int:
    """Return the other side's better result: to move itself, or to swap and let the first side move."""
    return max(reply - margin, margin - reply)


def turned(board: Board) -> Board:
    return Board((board.rows[1], board.rows[0]), (board.stored[1], board.stored[0]))


@cache
def _best(game: Kalah, rows: Rows) -> int:
    """Return how many more stones the side to move still gets than the other."""
    results = []
    for pit in range(game.pits):
        if rows[0][pit]:
            after, again, _ = game.turn(Board(rows), pit)
            gained = after.stored[0] - after.stored[1]
            if any(after.rows[0]) or any(after.rows[1]):
                rest = _best(game, after.rows) if again else -_best(game, turned(after).rows)
                gained += rest
            results.append(gained)
    return max(results, default=0)
