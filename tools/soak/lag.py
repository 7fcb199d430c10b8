"""How late the kit itself was: on a machine that stalls, it sends late and notices late what it is told."""

from __future__ import annotations

import asyncio
import time

EVERY = 0.02
"""Seconds between two looks at the clock."""


class Lag:
    """Seconds by which the event loop came later than it should have, and when."""

    def __init__(self) -> None:
        self._late: list[tuple[float, float]] = []

    async def watch(self) -> None:
        """Look at the clock until this is cancelled."""
        while True:
            due = time.monotonic() + EVERY
            await asyncio.sleep(EVERY)
            late = time.monotonic() - due
            if late > EVERY:
                self._late.append((due + late, late))

    def within(self, since: float, until: float) -> float:
        """Seconds that the kit was late between these moments, by its own clock."""
        return sum(late for at, late in self._late if at > since and at - late < until)
