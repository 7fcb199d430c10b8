"""Proofs about openings. A match may begin with one after which neither side can force a win."""

from __future__ import annotations

FIRST = {"pick p6": -12, "pick p7": -14, "pick p8": 8, "pick p9": -2, "pick p10": -4}
"""Margin for north of each first decision, if both sides play on as well as they can."""

EVEN = (
    ("pick p7", "pick p2"),
    ("pick p6", "pick p2"),
    ("pick p6", "pick p3", "pick p1"),
    ("pick p8", "pick p6", "pick p4"),
    ("pick p9", "pick p2", "pick p6"),
    ("pick p10", "pick p1", "pick p6"),
)
"""Decisions, one after the other, each of whoever is to move then.

All of it is proved by the engine, which ``tests/games/mancala/test_openings.py`` repeats.
"""
