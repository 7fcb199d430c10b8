"""Numbers of dakon."""

from __future__ import annotations

PERFT = [1, 7, 36, 230, 1406]
SHOWN = {"again", "capture", "end", "relay", "scoop"}
