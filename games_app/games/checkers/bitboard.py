"""Boards of checkers as numbers.

The bits of a board are the dark cells, row by row from the first, each row from the right. Between every two
rows there is a bit that belongs to no cell. So a step forward is four or five bits for every pawn, and a step
off the board falls into such a gap.
"""

from __future__ import annotations

from games_app.games.checkers.rules import CELLS, DARK

STEPS = (4, 5)
RED_AT = 36
"""Number of bits of a board: red's follows black's."""
HALF = (1 << RED_AT) - 1


def _bit(cell: int) -> int:
    """Return the bit of a cell of the rules."""
    x, y = map(int, CELLS[cell].split())
    pair, second = divmod(y - 1, 2)
    return 1 << 9 * pair + 4 * second + (8 - x) // 2


BITS = {cell: _bit(cell) for cell in DARK}
BOARD = sum(BITS.values())
BEYOND = [sum(bit for cell, bit in BITS.items() if cell // 8 >= row) for row in range(1, 8)]
"""The cells from the second row on, from the third row on, and so on."""


def turned(pieces: int) -> int:
    """Return the cells as the other side sees them, last one first. Gaps between rows stay gaps."""
    return int(f"{pieces:0{RED_AT - 1}b}"[::-1], 2)
