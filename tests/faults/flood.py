"""Sockets without a seat that send as fast as they may and count their answers."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections import Counter
from contextlib import suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.faults.visitor import Visitor

AT_ONCE = 30
"""Messages that a socket may send at once. So a slow machine passes the limits too, however slowly."""
ASKED = "nonsense"
"""Answered at once, as ``malformed``: nothing else costs a busy server so little."""


class Flood:
    """`async with Flood(visitors, match, 10) as flood:` each sends AT_ONCE, then 10 times a second."""

    def __init__(self, visitors: list[Visitor], match: str, per_second: float) -> None:
        self.visitors, self.match, self.per_second = visitors, match, per_second
        self.sent = 0
        self.answers: Counter[str] = Counter()
        """Counts of answers by kind, and of refusals by code."""
        self.closed: Counter[int | None] = Counter()
        self._began = 0.0
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Flood:
        sockets = await asyncio.gather(*(self._connect(visitor) for visitor in self.visitors))
        self._began = time.monotonic()
        for socket in sockets:
            self._tasks += [asyncio.create_task(self._read(socket)), asyncio.create_task(self._send(socket))]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def seconds(self) -> float:
        """Return for how long it has been sending."""
        return time.monotonic() - self._began

    async def _connect(self, visitor: Visitor) -> ClientConnection:
        return await connect(
            f"{visitor.url.replace('http', 'ws', 1)}/ws/m/{self.match}",
            origin=visitor.url,  # type: ignore[arg-type]
            additional_headers=visitor.cookie_header() | {"X-Forwarded-For": visitor.address},
            compression=None,
            ping_interval=None,
        )

    async def _send(self, socket: ClientConnection) -> None:
        sent = itertools.count(1)
        with suppress(ConnectionClosed):
            while True:
                await socket.send(ASKED)
                self.sent += 1
                if next(sent) >= AT_ONCE:
                    await asyncio.sleep(1 / self.per_second)

    async def _read(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:
                message = json.loads(text)
                self.answers[message.get("code") or message["kind"]] += 1
        self.closed[socket.close_code] += 1
