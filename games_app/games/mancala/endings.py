"""The endings of mancala: every position with few stones in the pits, solved when it is first asked for.

The stones of a row are one number, as in the engine. Rows are in the order of their stones, so that those of
the other side that make an ending together with an own row are always the first ones. A position has one
byte, at the place where its own row begins plus the number of the other row.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, product

from games_app.games.compact import Choice

UNSOLVED = 255


class Endings:
    """Table of what the mover gains where the pits hold so many ``stones`` or fewer.

    A row has so many ``pits`` of so many ``bits``; the other's begins at the bit ``others_at``.
    """

    def __init__(
        self, stones: int, pits: int, bits: int, others_at: int, choices: Callable[[int], list[Choice[int]]]
    ) -> None:
        held = [row for row in product(range(stones + 1), repeat=pits) if sum(row) <= stones]
        rows = sorted((sum(row), sum(here << bits * pit for pit, here in enumerate(row))) for row in held)
        self._choices, self._others_at, self._own = choices, others_at, (1 << bits * pits) - 1
        self._number = {row: number for number, (_, row) in enumerate(rows)}
        fitting = [sum(within <= stones - own for within, _ in rows) for own in range(stones + 1)]
        begins = accumulate((fitting[own] for own, _ in rows), initial=0)
        self._begins = {row: begin for (_, row), begin in zip(rows, begins, strict=False)}
        self._lost = bytearray([UNSOLVED]) * sum(fitting[own] for own, _ in rows)

    def gain(self, position: int, stones: int) -> int:
        """Return what the mover will get more than the other of the ``stones`` that a position has.

        The table holds how many of them the other gets: all are shared out in the end.
        """
        place = self._begins[position & self._own] + self._number[position >> self._others_at]
        lost = self._lost[place]
        if lost == UNSOLVED:
            lost = self._lost[place] = (stones - self._solve(position, stones)) // 2
        return stones - 2 * lost

    def _solve(self, position: int, stones: int) -> int:
        own = position & self._own
        if not own or own == position:
            return stones if own else -stones
        most = -stones
        for stored, after, again in self._choices(position):
            rest = self.gain(after, stones - stored)
            most = max(most, stored + rest if again else stored - rest)
        return most
