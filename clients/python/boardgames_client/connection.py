"""A websocket of the site that comes back after every failure."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

Message = dict[str, Any]

FINAL = (4401, 4403, 4404, 4423)
"""Close codes after which another attempt would end the same way."""
FULL = 4429
"""Close code for too many sockets or messages from one address."""
LARGEST = 2**22
"""Size of the largest message, in bytes."""
TICK = 1.0
"""Seconds between two looks at what is due."""
SEEN_BEATS, SEEN_BYTES = 5, 65536
"""Beats, or bytes, after which the site must be told that they were read."""


class Closed(Exception):
    """Raised when the site ends a connection for good: the token has ended, or the match is not for you.

    ``code`` is the close code or the HTTP status; the message has the site's reason if it gave one.
    """

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(f"{reason or 'The site closed the connection.'} ({code})")
        self.code, self.reason = code, reason


class Connection:
    """Messages of one address of the site, over as many sockets as it takes.

    A socket that brings nothing for ``silence`` seconds is dead: the site sends beats more often.
    """

    def __init__(self, address: Callable[[], str], token: str, silence: float) -> None:
        self._address, self._headers = address, {"Authorization": f"Bearer {token}"}
        self._silence = silence
        self._socket: ClientConnection | None = None
        self._failures = self._beats = self._bytes = 0
        self.seq = 0
        """Last event that was taken; reported to the site."""

    async def messages(self) -> AsyncGenerator[Message | None]:
        """Yield what the site sends, and None once a second or so, whenever something may be due.

        A snapshot begins each new socket. Raises Closed.
        """
        while True:
            code, reason = 0, ""
            try:
                async with connect(
                    self._address(), additional_headers=self._headers, max_size=LARGEST
                ) as self._socket:
                    async for message in self._heard(self._socket):
                        self._failures = 0
                        reason = _reason(message) or reason
                        yield message
            except InvalidStatus as failed:
                if failed.response.status_code in (401, 403, 404):
                    reason = (failed.response.body or b"").decode(errors="replace").strip()
                    raise Closed(failed.response.status_code, reason) from None
            except ConnectionClosed as failed:
                code = failed.rcvd.code if failed.rcvd else 0
                if code in FINAL:
                    raise Closed(code, reason) from None
            except (OSError, TimeoutError, WebSocketException):
                pass  # the next socket goes on where this one ended
            finally:
                self._socket = None
            self._failures += 1
            longest = min(5.0, 0.3 * 2**self._failures)
            await asyncio.sleep(random.uniform(30, 60) if code == FULL else random.uniform(0.3, longest))

    @property
    def is_open(self) -> bool:
        return self._socket is not None

    async def send(self, message: Message) -> None:
        """Send a message; without a socket it is dropped, and whoever needs it sends it again."""
        if self._socket is not None:
            with suppress(ConnectionClosed):  # messages() notices it and connects again
                await self._socket.send(json.dumps(message))

    async def drop(self) -> None:
        """Give up the present socket, which takes nothing to the site; another one follows."""
        if self._socket is not None:
            await self._socket.close()

    async def _heard(self, socket: ClientConnection) -> AsyncGenerator[Message | None]:
        heard_at = time.monotonic()
        self._beats = self._bytes = 0
        while True:
            try:
                # Not wait_for, which ignores a cancellation if the message comes at the same moment (3.11).
                async with asyncio.timeout(TICK):
                    text = await socket.recv()
            except TimeoutError:
                if time.monotonic() - heard_at > self._silence:
                    raise ConnectionError("The site is silent.") from None
                yield None
                continue
            heard_at = time.monotonic()
            message: Message = json.loads(text)
            yield message
            await self._acknowledge(message, len(text))
            yield None

    async def _acknowledge(self, message: Message, size: int) -> None:
        """Report now and then that messages are read: the site drops those who never do."""
        self._beats, self._bytes = self._beats + (message["kind"] == "beat"), self._bytes + size
        if self._beats >= SEEN_BEATS or self._bytes > SEEN_BYTES:
            self._beats = self._bytes = 0
            await self.send({"kind": "seen", "seq": self.seq})


def _reason(message: Message | None) -> str:
    """Return the sentence of a refusal that is the answer to no command: the site closes the socket next."""
    refuses = message is not None and message.get("ok") is False and message.get("cmd") is None
    return str(message.get("message", "")) if message and refuses else ""
