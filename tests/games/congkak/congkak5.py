"""Numbers of congkak with 5 houses."""

from __future__ import annotations

PERFT = [1, 10, 50]
