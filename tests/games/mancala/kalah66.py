"""Numbers of Kalah 6x6."""

from __future__ import annotations

PERFT = [1, 6, 6, 6, 6, 6, 6, 6, 35, 35, 35, 35, 35, 35, 35, 105, 190, 230, 230, 230, 230]
