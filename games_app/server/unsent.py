"""Bytes that wait for a client to read them: limited for every connection, in number and in time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from games_app.server.limits import UNREAD_SECONDS, UNSENT_LIMIT


class Unsent:
    """The bytes written to one connection that the client has not read yet.

    It is a push producer of Twisted: the transport calls pauseProducing once more than 64 KiB wait, and
    resumeProducing once none do. If the client reads nothing for UNREAD_SECONDS, the connection is aborted.
    """

    def __init__(self, transport: Any, call_later: Callable[[float, Callable[[], None]], Any]) -> None:
        self.full = False
        """True from pauseProducing to resumeProducing."""
        self._transport, self._call_later = transport, call_later
        self._added = self._waited = 0
        self._room: asyncio.Event | None = None
        self._check: Any = None

    def pauseProducing(self) -> None:
        self.full = True
        self.watch()

    def resumeProducing(self) -> None:
        self.full, self._added = False, 0
        if self._check:
            self._check.cancel()
            self._check = None
        if self._room:
            self._room.set()
            self._room = None

    def stopProducing(self) -> None:
        """Stop watching: the connection is lost, so no more is written."""
        self.resumeProducing()

    def watch(self) -> None:
        """Abort the connection unless the client reads, until resumeProducing or stopProducing."""
        if not self._check:
            self._waited = self._waiting()
            self._check = self._call_later(UNREAD_SECONDS, self._abort_unless_read)

    def add(self, size: int) -> bool:
        """Count bytes about to be written; abort the connection and return False if too many wait then."""
        if self.full:
            self._added += size
            if self._added > UNSENT_LIMIT:
                self._transport.abortConnection()
                return False
        return True

    async def room(self) -> None:
        """Wait until the client has read what was written before, or has left."""
        if self.full:
            self._room = self._room or asyncio.Event()
            await self._room.wait()

    def _waiting(self) -> int:
        """Return the bytes that wait in the transport, without those counted by ``add``."""
        transport = self._transport
        waiting: int = len(transport.dataBuffer) - transport.offset + transport._tempDataLen
        return waiting - self._added

    def _abort_unless_read(self) -> None:
        self._check = None
        if self._waiting() < self._waited:
            self.watch()
        else:
            self._transport.abortConnection()
