"""Numbers of congkak 5x5."""

from __future__ import annotations

PERFT = [1, 10, 50]
