"""Queue of the messages to a client that doesn't read its socket.

``Connection`` closes a client that doesn't acknowledge what it has seen; a client that acknowledges without
reading is closed by the size of its queue. Other clients must not wait meanwhile. Daphne accepts any amount,
so there ``daphne_websockets`` enforces the limit; other servers make the sender wait for the socket, so there
the sender is an ``Outbox``.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

log = logging.getLogger(__name__)

UNSENT_LIMIT = 256 * 1024
"""Characters that may be queued while a socket is full."""


class OutboxFull(Exception):
    """The queue of a client is full; its connection is closed."""


Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]


class Outbox:
    """Ordered queue of messages to one socket; only its own task waits for the socket."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._queue: deque[Message] = deque()
        self._size = 0
        self._writing: asyncio.Task[None] | None = None

    async def put(self, message: Message) -> None:
        """Queue a message to be sent after those before it. Raises OutboxFull."""
        self._size += _size(message)
        if self._size > UNSENT_LIMIT:
            self.end()
            raise OutboxFull
        self._queue.append(message)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())

    async def drain(self, seconds: float) -> None:
        """Wait up to ``seconds`` for queued messages, such as the reason for closing, to be sent."""
        if self._writing:
            await asyncio.wait({self._writing}, timeout=seconds)

    def end(self) -> None:
        """Drop queued messages and stop sending."""
        self._queue.clear()
        if self._writing:
            self._writing.cancel()

    async def _write(self) -> None:
        try:
            while self._queue:
                message = self._queue.popleft()
                await self._send(message)
                self._size -= _size(message)
        except Exception as error:
            # Mostly the client has disconnected, which is no error and not logged in production.
            self._queue.clear()
            log.info("A page could not be written to; it is given up: %r", error)


def _size(message: Message) -> int:
    return len(message.get("text") or "")
