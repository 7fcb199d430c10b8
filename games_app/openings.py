"""Openings after which neither side can force a win. A match may begin with one of them, drawn by lot."""

from __future__ import annotations

from collections.abc import Mapping

Opening = tuple[str, ...]
"""Decisions, one after the other, each of whoever is to move then."""

EVEN: Mapping[str, tuple[Opening, ...]] = {
    "mancala": (
        ("pick p7", "pick p2"),
        ("pick p6", "pick p2"),
        ("pick p6", "pick p3", "pick p1"),
        ("pick p8", "pick p6", "pick p4"),
        ("pick p9", "pick p2", "pick p6"),
        ("pick p10", "pick p1", "pick p6"),
    ),
}
"""By game. Proved by a search of every continuation to its end, which ``tests/rules/test_openings.py``
repeats.
"""
