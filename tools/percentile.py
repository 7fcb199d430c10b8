"""Percentiles of what was measured."""

from __future__ import annotations

from collections.abc import Sequence


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the lowest of the values that so many percent of them do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(-(-len(ordered) * percent // 100) - 1, 0)]
