"""Proofs about openings. A match may begin after one from which neither side can force a win."""

from __future__ import annotations

FIRST = {"pick p6": -12, "pick p7": -14, "pick p8": 8, "pick p9": -2, "pick p10": -4}
"""North's margin after each first decision, if both sides play perfectly."""

EVEN = (
    ("pick p7", "pick p2"),
    ("pick p6", "pick p2"),
    ("pick p6", "pick p3", "pick p1"),
    ("pick p8", "pick p6", "pick p4"),
    ("pick p9", "pick p2", "pick p6"),
    ("pick p10", "pick p1", "pick p6"),
)
"""Decisions in sequence, each by the role to move.

The engine proves all of them, which ``tests/games/mancala/test_openings.py`` repeats.
"""
