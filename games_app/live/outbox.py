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
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import suppress
from types import coroutine
from typing import Any

log = logging.getLogger(__name__)

UNSENT_LIMIT = 256 * 1024
"""Characters that may be queued while a socket is full."""
MORE = "more"
"""Key of a message to the server: true if another one follows at once, with which it should be written."""


class OutboxFull(Exception):
    """The queue of a client is full; its connection is closed."""


Message = dict[str, Any]
Send = Callable[[Message], Coroutine[Any, Any, None]]


class Outbox:
    """Ordered queue of messages to one socket. A message that the socket takes at once is not queued."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._queue: deque[Message] = deque()
        self._size = 0
        self._writing: asyncio.Task[None] | None = None

    async def put(self, message: Message) -> None:
        """Send a message after those before it. Raises OutboxFull."""
        if self._writing is None or self._writing.done():
            self._start(message)
            return
        self._size += _size(message)
        if self._size > UNSENT_LIMIT:
            self.end()
            raise OutboxFull
        self._queue.append(message)

    async def drain(self, seconds: float) -> None:
        """Wait up to ``seconds`` for queued messages, such as the reason for closing, to be sent."""
        if self._writing:
            await asyncio.wait({self._writing}, timeout=seconds)

    def end(self) -> None:
        """Drop queued messages and stop sending."""
        self._queue.clear()
        if self._writing:
            self._writing.cancel()

    def _start(self, message: Message) -> None:
        """Send a message. Only if the socket makes its sender wait, a task does that."""
        sending = self._send(message)
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        except Exception as error:
            self._give_up(error)
            return
        self._size = _size(message)
        self._writing = asyncio.create_task(self._write(_resumed(sending, waits_for), self._size))

    async def _write(self, first: Awaitable[None], size: int) -> None:
        try:
            await first
            self._size -= size
            while self._queue:
                message = self._queue.popleft()
                await self._send(message)
                self._size -= _size(message)
        except Exception as error:
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        # Mostly the client has disconnected, which is no error and not logged in production.
        self._queue.clear()
        log.info("A page could not be written to; it is given up: %r", error)


@coroutine
def _resumed(begun: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """Finish, in a task, a coroutine that has been begun without one and waits for a future.

    What the task sends or throws goes to the coroutine, as ``yield from`` does from the beginning.
    """
    with suppress(StopIteration):
        while True:
            try:
                sent = yield waits_for
            except BaseException as error:
                waits_for = begun.throw(error)
            else:
                waits_for = begun.send(sent)


def _size(message: Message) -> int:
    return len(message.get("text") or "")
