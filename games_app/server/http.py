"""HTTP on Daphne and Twisted: limits on the time and size of requests, and on idle connections.

Twisted receives a whole request before the application is called, and Daphne reads it all into memory.
"""

from __future__ import annotations

import json
import time
from typing import Any, NamedTuple

from daphne.http_protocol import HTTPFactory, WebRequest
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web.http import NO_BODY_CODES, HTTPChannel

from games_app.server.limits import (
    BODY_BYTES_PER_SECOND,
    BODY_SECONDS,
    CONNECTIONS_PER_ADDRESS,
    HEAD_SECONDS,
    LARGEST_BODY,
    LARGEST_HEAD,
    LINGER_SECONDS,
    WaitingConnections,
    raise_limit,
)
from games_app.server.unsent import Unsent

NOT_FOR_CLIENTS = (b"Daphne-Root-Path", b"Sec-WebSocket-Protocol")
"""Headers removed from requests.

Daphne would trust the first (the site's mount point) and can't always parse the second, which the site
doesn't use.
"""

waiting = WaitingConnections(CONNECTIONS_PER_ADDRESS, raise_limit() // 2)
"""The waiting connections of this process: at most half of its open files."""

JSON = "application/json"
WEBSOCKETS = "/ws/"
"""Path prefix of websockets."""


class Refusal(NamedTuple):
    """A response of the server itself, after which the connection is closed."""

    status: str
    words: str
    header: str = ""

    def encode(self, content_type: str = "") -> bytes:
        """Return the response as bytes: JSON if the request has the content type of JSON, else plain text."""
        plain, kind = f"{self.words}\n", "text/plain; charset=utf-8"
        if content_type.startswith(JSON):
            # In the shape of door/http.py.
            code = "too_large" if self is TOO_LARGE else "bad_request"
            plain, kind = json.dumps({"code": code, "message": self.words}), JSON
        body = plain.encode()
        head = [
            f"HTTP/1.1 {self.status}",
            f"Content-Type: {kind}",
            f"Content-Length: {len(body)}",
            "Connection: close",
            *([self.header] if self.header else []),
        ]
        return "\r\n".join([*head, "", ""]).encode() + body


TOO_LARGE = Refusal(
    "413 Content Too Large", f"That is too much: a request may bring {LARGEST_BODY // 1_000_000} MB at most."
)
NO_PAGE = Refusal(
    "426 Upgrade Required", "This is the address of a websocket, not of a page.", "Upgrade: websocket"
)
NO_BODY = Refusal("400 Bad Request", "A request that opens a websocket has no body.")


def objection(path: str, length: int | None, *, upgrade: bool) -> Refusal | None:
    """Return the refusal of the request, or None. ``length`` is 0 without a body, None if it is chunked."""
    if upgrade:
        return None if length == 0 else NO_BODY
    if path.startswith(WEBSOCKETS):
        return NO_PAGE
    return TOO_LARGE if length is not None and length > LARGEST_BODY else None


class Body:
    """Count of the bytes received of one body."""

    __slots__ = ("_began_at", "size")

    def __init__(self) -> None:
        self._began_at, self.size = time.monotonic(), 0

    def add(self, size: int) -> None:
        self.size += size

    def seconds_left(self) -> float:
        """Return the seconds until more must have been received."""
        allowed = BODY_SECONDS + self.size / BODY_BYTES_PER_SECOND
        return max(0.0, self._began_at + allowed - time.monotonic())


class Request(WebRequest):
    """A request without the headers that clients may not set, and with a response that HTTP allows."""

    def process(self) -> Any:
        for name in NOT_FOR_CLIENTS:
            self.requestHeaders.removeHeader(name)
        processed = super().process()
        if self.transport is None:
            # A websocket has taken over. Each of the two would keep the other from being freed.
            self.channel.requests.clear()
        return processed

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Send a part of the response; drop the body of a response to HEAD, of a 204 and of a 304.

        Twisted drops only the first part of such a body. A client would read the second part as the beginning
        of its next response.
        """
        if message.get("type") == "http.response.body" and self._is_bodiless():
            message = {**message, "body": b""}
        super().handle_reply(message)

    async def reply(self, message: dict[str, Any]) -> None:
        """Send a part of the response; return when the client has read enough for the next one."""
        await self.server.handle_reply(self, message)
        if not self.finished and self.channel is not None:
            await self.channel.unsent.room()

    def _is_bodiless(self) -> bool:
        return self.method == b"HEAD" or self.code in NO_BODY_CODES


class Channel(HTTPChannel):
    """A connection with limits on the time to receive a request, on its size, and on unread responses."""

    transport: Any
    totalHeadersSize = LARGEST_HEAD
    unsent: Unsent

    def __init__(self) -> None:
        super().__init__()
        self._refused = False
        self._body = Body()
        self._deadline: Any = None
        self._pipelined: list[bytes] = []

    def connectionMade(self) -> None:
        self.unsent = Unsent(self.transport, self.callLater)
        super().connectionMade()
        self._start_waiting()
        self._allow(HEAD_SECONDS)

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        self._stop_waiting()
        self.unsent.stopProducing()
        super().connectionLost(reason)

    def pauseProducing(self) -> None:
        """Stop the response and, unlike Twisted during a response, the reading of further requests."""
        super().pauseProducing()
        self._networkProducer.pauseProducing()  # type: ignore[misc]  # an interface, whose methods lack self
        self.unsent.pauseProducing()

    def resumeProducing(self) -> None:
        super().resumeProducing()
        if sum(map(len, self._dataBuffer)) <= self._optimisticEagerReadSize:
            self._networkProducer.resumeProducing()  # type: ignore[misc]
        self.unsent.resumeProducing()
        if self._pipelined:
            data, self._pipelined = b"".join(self._pipelined), []
            self.dataReceived(data)

    def loseConnection(self) -> None:
        super().loseConnection()
        self.unsent.watch()

    def dataReceived(self, data: bytes) -> None:
        if self._refused:
            return
        if self._deadline is None and not self._handlingRequest:
            self._allow(HEAD_SECONDS)
        super().dataReceived(data)

    def lineReceived(self, line: bytes) -> None:
        if not self._refused:
            super().lineReceived(line)

    def rawDataReceived(self, data: bytes) -> None:
        if self._refused:
            return
        if not self._handlingRequest:
            self._body.add(len(data))
            if self.length is None and self._body.size > LARGEST_BODY:
                self.refuse(TOO_LARGE)
                return
            self._allow(self._body.seconds_left())
        super().rawDataReceived(data)

    def allHeadersReceived(self) -> None:
        path = bytes(self._path).decode("latin-1")  # type: ignore[call-overload]
        upgrade = self.requests[-1].requestHeaders.getRawHeaders(b"Upgrade", [b""])[0]
        refusal = objection(path, self.length, upgrade=upgrade.lower() == b"websocket")
        if refusal:
            self.refuse(refusal)
            return
        self._body = Body()
        self._allow(self._body.seconds_left())
        super().allHeadersReceived()

    def allContentReceived(self) -> None:
        if not self._refused:
            self._stop_waiting()
            super().allContentReceived()

    def requestDone(self, request: WebRequest) -> None:
        """Begin with the next request, unless the client has yet to read the response to this one."""
        self._start_waiting()
        if self.unsent.full:
            self._pipelined, self._dataBuffer = self._dataBuffer, []
        super().requestDone(request)

    def refuse(self, refusal: Refusal) -> None:
        """Answer in place of the application; discard further input, then close after LINGER_SECONDS."""
        self._refused = True
        headers = self.requests[-1].requestHeaders
        kind = headers.getRawHeaders(b"Content-Type", [b""])[0].decode("latin-1")
        self.transport.write(refusal.encode(kind))
        self._allow(LINGER_SECONDS)

    def give_up(self) -> None:
        self._stop_waiting()
        self.transport.abortConnection()

    def _start_waiting(self) -> None:
        waiting.add(self, getattr(self.transport.getPeer(), "host", ""))

    def _stop_waiting(self) -> None:
        waiting.discard(self)
        if self._deadline is not None and self._deadline.active():
            self._deadline.cancel()
        self._deadline = None

    def _allow(self, seconds: float) -> None:
        if self._deadline is not None and self._deadline.active():
            self._deadline.reset(seconds)
        else:
            self._deadline = self.callLater(seconds, self.give_up)


class Requests(HTTPFactory):
    """Factory of the channel and its requests for each connection."""

    protocol = Channel

    def buildProtocol(self, addr: Any) -> Channel:
        channel: Channel = super().buildProtocol(addr)
        channel.requestFactory = Request
        return channel

    def acceptableProtocols(self) -> list[bytes]:
        return [b"http/1.1"]
