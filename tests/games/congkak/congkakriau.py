"""Numbers of congkak in Riau."""

from __future__ import annotations

PERFT = [1, 7, 42, 262, 1563]
SHOWN = {"again", "capture", "end", "relay", "scoop"}
