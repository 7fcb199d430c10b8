"""Numbers of Kalah with 5 pits."""

from __future__ import annotations

PERFT = [1, 5, 5, 5, 5, 5, 24, 24, 24, 24, 24, 74, 104, 116, 116, 116, 158, 350, 489, 603, 649]
