"""Numbers of congkak 6x6."""

from __future__ import annotations

PERFT = [1, 12, 72]
