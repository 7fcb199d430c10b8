"""Pages behind a proxy that skips a web process which is being replaced."""

from __future__ import annotations

import time
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.faults.page import Page


class Roaming(Page):
    """A page that comes back through another web process, and measures its absence."""

    def __init__(self, *args: Any, urls: list[str], **kwargs: Any) -> None:
        """``urls``: those of all web processes; it begins at its visitor's."""
        super().__init__(*args, **kwargs)
        self.away: list[float] = []
        """Seconds between each loss of the connection and the server's next message."""
        self._urls = urls
        self._lost_at: float | None = None

    async def _connect(self, after: bool) -> ClientConnection:
        if self._lost_at is not None:
            others = [url for url in self._urls if url != self.visitor.url]
            self.visitor.url = self._dice.choice(others)
        return await super()._connect(after)

    async def _read(self, socket: ClientConnection) -> None:
        await super()._read(socket)
        if self._lost_at is None:
            self._lost_at = time.monotonic()

    async def _take(self, message: dict[str, Any]) -> None:
        await super()._take(message)
        if self._lost_at is not None:
            self.away.append(time.monotonic() - self._lost_at)
            self._lost_at = None
