"""Numbers of congkak with 6 houses."""

from __future__ import annotations

PERFT = [1, 12, 72]
