"""Numbers of Kalah 6x4."""

from __future__ import annotations

PERFT = [1, 6, 6, 6, 6, 6, 35, 35, 35, 35, 35, 146, 185, 205, 205, 205, 391, 838, 1108, 1278, 1321]
