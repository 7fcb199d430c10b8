"""The endings of mancala: every position with few stones in the pits, solved at first use.

As in the engine, the stones of a row are one number. Rows are sorted by their stones, so the other side's
rows that form an ending together with a given row are always the first ones. Each position has one byte: at
the start of the mover's row plus the number of the other row.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, product

from games_app.games.engine import Choice

UNSOLVED = 255


class Endings:
    """Table of the mover's gains for positions with at most so many ``stones`` in the pits.

    A row has so many ``pits`` of so many ``bits``; the other's row begins at the bit ``others_at``.
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
        """Return how much more the mover will get than the other of a position's ``stones``.

        The table stores how many of them the other gets: in the end all are shared out.
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
