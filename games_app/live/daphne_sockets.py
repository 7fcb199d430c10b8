"""What the sockets of Daphne, and of Autobahn beneath it, lack for this site."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from .outbox import UNSENT_LIMIT

TEXT = 1
"""The opcode of a frame that holds a text."""


def in_use() -> bool:
    """Is Daphne the server of this process?"""
    return "daphne.ws_protocol" in sys.modules


def complete() -> None:
    """Let them send every close code and texts of any length, and drop a page that takes nothing."""
    if in_use():
        protocol = sys.modules["daphne.ws_protocol"].WebSocketProtocol
        protocol.onOpen = _counting(protocol.onOpen)
        protocol.serverSend = _send
        protocol.serverClose = _close


class Full:
    """Told by the transport at each write that a socket's buffer is full, until it is empty: counts what is
    added to it meanwhile. A push producer of Twisted, which names the methods.
    """

    def __init__(self) -> None:
        self.full, self.size = False, 0

    def pauseProducing(self) -> None:
        self.full = True

    def resumeProducing(self) -> None:
        self.full, self.size = False, 0

    def stopProducing(self) -> None:
        """The connection is lost: nothing is added any more."""


def _counting(opened: Callable[[Any], None]) -> Callable[[Any], None]:
    def on_open(protocol: Any) -> None:
        # The HTTP request that the socket began as has nothing left to hold back.
        protocol.transport.unregisterProducer()
        protocol.unsent = Full()
        protocol.transport.registerProducer(protocol.unsent, True)
        opened(protocol)

    return on_open


def _send(protocol: Any, text: str, binary: bool = False) -> None:
    """As one frame: ``sendMessage`` refuses what is longer than the messages that it may receive."""
    if protocol.state != protocol.STATE_OPEN:
        return
    if protocol.unsent.full:
        protocol.unsent.size += len(text)
        if protocol.unsent.size > UNSENT_LIMIT:
            protocol.transport.abortConnection()
            return
    protocol.sendFrame(TEXT, text.encode())


def _close(protocol: Any, code: int | None = None) -> None:
    """Autobahn lets applications send 1000 and 3000 to 4999 only. 1013, try again later, is a server's."""
    protocol.sendCloseFrame(code=code or 1000)
