"""Counts of this process for /metrics: plain numbers, so that counting costs next to nothing.

Each is written by one thread only. A reader may see one count of an event before another.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter


class Histogram:
    """Number of values between neighbouring bounds, and their sum."""

    def __init__(self, *bounds: float) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        """Number of values from each bound to the next lower one; the last number is for values above all."""
        self.total = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class Counters:
    def __init__(self) -> None:
        self.commands: Counter[tuple[str, str]] = Counter()
        """Kind of a command and its answer: done, again (done before) or a refusal's code."""
        self.commit_seconds = Histogram(
            0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0
        )
        self.batch = Histogram(1, 2, 4, 8, 16, 32, 64, 128, 256)
        """Commands stored in one commit."""
        self.responses: Counter[int] = Counter()
        """First digit of an HTTP status."""


counters = Counters()
