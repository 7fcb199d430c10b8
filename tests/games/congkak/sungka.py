"""Numbers of sungka."""

from __future__ import annotations

PERFT = [1, 14, 98]
