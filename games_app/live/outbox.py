"""What was said to a page and can't leave the process, since the page takes nothing out of its socket.

A page that does not say what it has seen is let go by ``Connection``; one that says so without having read
is let go by what truly waits for it. Nobody else may wait meanwhile. Daphne takes whatever it is given, so
there ``daphne_websockets`` sees to it; other servers let whoever sends wait for the socket, so there the
sender is an ``Outbox``.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

log = logging.getLogger(__name__)

UNSENT_LIMIT = 256 * 1024
"""Characters that may wait while a socket is full."""


class TakesNothing(Exception):
    """More waits for a page than it may leave: it is given up."""


Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]


class Outbox:
    """Gives the messages to one socket to the server, in order; only its own task waits for the socket."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: deque[Message] = deque()
        self._size = 0
        self._writing: asyncio.Task[None] | None = None

    async def put(self, message: Message) -> None:
        """Give it to the server once what came before has left. Raises TakesNothing."""
        self._size += _size(message)
        if self._size > UNSENT_LIMIT:
            self.end()
            raise TakesNothing
        self._waiting.append(message)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())

    async def drain(self, seconds: float) -> None:
        """Wait so long for what was put to be given to the server, such as why the page is sent away."""
        if self._writing:
            await asyncio.wait({self._writing}, timeout=seconds)

    def end(self) -> None:
        """Nothing more is written."""
        self._waiting.clear()
        if self._writing:
            self._writing.cancel()

    async def _write(self) -> None:
        try:
            while self._waiting:
                message = self._waiting.popleft()
                await self._send(message)
                self._size -= _size(message)
        except Exception as error:
            # Mostly the page has left. That is nobody's fault, and no line in the log of a site in service.
            self._waiting.clear()
            log.info("A page could not be written to; it is given up: %r", error)


def _size(message: Message) -> int:
    return len(message.get("text") or "")
