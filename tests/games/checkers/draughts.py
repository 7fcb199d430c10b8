"""Numbers of English draughts."""

from __future__ import annotations

PERFT = [1, 7, 49, 302, 1469, 7361, 36768]
SHOWN = {"capture", "crown", "move", "over"}
