"""Lateness of the machine: the kit and the servers wait for a processor, and act late."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from tests.web_server import Server

EVERY = 0.02
"""Seconds between two checks of the clock."""


class Lag:
    """Seconds by which the kit's event loop came late, and for which the servers' loops had no processor."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self._servers = servers
        self._late: list[tuple[float, float]] = []
        """Time when it was noticed, and the seconds."""

    async def watch(self) -> None:
        """Check the clock until this is cancelled."""
        waited = [server.kept_waiting for server in self._servers]
        while True:
            due = time.monotonic() + EVERY
            await asyncio.sleep(EVERY)
            late = time.monotonic() - due
            before, waited = waited, [server.kept_waiting for server in self._servers]
            # The figure of a process that has started anew begins at 0.
            late = late * (late > EVERY) + sum(
                max(0.0, now - then) for now, then in zip(waited, before, strict=True)
            )
            if late > 0:
                self._late.append((time.monotonic(), late))

    def within(self, since: float, until: float) -> float:
        """Seconds of lateness between these moments, by the kit's clock."""
        return sum(late for at, late in self._late if at > since and at - late - EVERY < until)
