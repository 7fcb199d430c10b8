"""Numbers of Kalah with 4 pits."""

from __future__ import annotations

PERFT = [1, 4, 4, 4, 4, 4, 15, 15, 15, 15, 15, 30, 51, 57, 57, 57, 57, 119, 190, 232, 275]
