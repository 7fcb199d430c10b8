"""Openings after which neither side can force a win. A match may begin with one of them, drawn by lot."""

from __future__ import annotations

EVEN = (
    ("pick p7", "pick p2"),
    ("pick p6", "pick p2"),
    ("pick p6", "pick p3", "pick p1"),
    ("pick p8", "pick p6", "pick p4"),
    ("pick p9", "pick p2", "pick p6"),
    ("pick p10", "pick p1", "pick p6"),
)
"""Decisions, one after the other, each of whoever is to move then.

Proved by the engine, which ``tests/games/mancala/test_openings.py`` repeats.
"""
