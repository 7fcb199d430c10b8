"""The lateness of the kit itself: on a stalling machine, it sends late and receives late."""

from __future__ import annotations

import asyncio
import time

EVERY = 0.02
"""Seconds between two checks of the clock."""


class Lag:
    """Seconds by which the event loop was late, and when."""

    def __init__(self) -> None:
        self._late: list[tuple[float, float]] = []

    async def watch(self) -> None:
        """Check the clock until this is cancelled."""
        while True:
            due = time.monotonic() + EVERY
            await asyncio.sleep(EVERY)
            late = time.monotonic() - due
            if late > EVERY:
                self._late.append((due + late, late))

    def within(self, since: float, until: float) -> float:
        """Seconds that the kit was late between these moments, by its own clock."""
        return sum(late for at, late in self._late if at > since and at - late < until)
