"""A client's websocket, so lean that the server and not the load generator limits the figures.

The benches' servers send unfragmented text frames without extensions, and nothing else is read here. A client
library takes several times as long for each frame, and some servers send more frames a second than it can
take.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable, Mapping
from typing import cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL, MASKED = 0x80, 0x80
NO_MASK = bytes(4)
"""A mask that changes nothing. Browsers use random masks to protect proxies, which don't exist here."""
LONGEST = 60.0
"""Seconds in which a socket must open."""


class Lost(Exception):
    """Raised if the server closed or refused a socket; the argument says how."""


class Socket(asyncio.Protocol):
    """One socket; ``hear`` is called with each text, ``lost`` when the server ends it."""

    def __init__(self, hear: Callable[[bytes], None], lost: Callable[[str], None]) -> None:
        self._hear, self._lost = hear, lost
        self._request = b""
        self._rest = b""
        self._leaving = False
        self._transport: asyncio.Transport | None = None
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, address: tuple[str, int], path: str, headers: Mapping[str, str]) -> None:
        """Connect and shake hands. Raises Lost if the server refuses."""
        self._request = _request(address, path, headers)
        await asyncio.get_running_loop().create_connection(lambda: self, *address)
        await asyncio.wait_for(self._opened, LONGEST)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by its class
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        if self._leaving:
            return
        data = self._rest + data if self._rest else data
        if not self._opened.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            status = head.split(b"\r\n", 1)[0].decode("latin-1")
            if " 101 " not in status:
                self._end(status)
                return
            self._opened.set_result(None)
        self._rest = self._frames(data)

    def connection_lost(self, error: Exception | None) -> None:
        self._end(f"the connection ended: {error!r}")

    def send(self, text: bytes) -> None:
        self._write(TEXT, text)

    def close(self) -> None:
        self._leaving = True
        if self._transport and not self._transport.is_closing():
            if self._opened.done() and not self._opened.cancelled():
                self._write(CLOSE, b"\x03\xe8")
            self._transport.close()

    def _frames(self, data: bytes) -> bytes:
        """Take all whole frames; return the rest of the last one."""
        at, size = 0, len(data)
        while size - at >= 2:
            kind, length, begin = data[at], data[at + 1], at + 2
            if length == 126:
                begin += 2
                length = int.from_bytes(data[at + 2 : begin], "big")
            elif length == 127:
                begin += 8
                length = int.from_bytes(data[at + 2 : begin], "big")
            end = begin + length
            if end > size or begin > size:
                break
            at = end
            if kind == FINAL | TEXT:
                self._hear(data[begin:end])
            else:
                self._control(kind, data[begin:end])
        return data[at:]

    def _control(self, kind: int, said: bytes) -> None:
        if kind == FINAL | PING:
            self._write(PONG, said)
        elif kind == FINAL | CLOSE:
            self._end(f"closed with {int.from_bytes(said[:2], 'big')}")

    def _end(self, how: str) -> None:
        if not self._opened.done():
            self._opened.set_exception(Lost(how))
        elif not self._leaving:
            self._lost(how)
        self._leaving = True

    def _write(self, kind: int, said: bytes) -> None:
        assert self._transport
        size = len(said)
        if size < 126:
            head = struct.pack("!BB", FINAL | kind, MASKED | size)
        else:
            head = struct.pack("!BBH", FINAL | kind, MASKED | 126, size)
        self._transport.write(head + NO_MASK + said)


def _request(address: tuple[str, int], path: str, headers: Mapping[str, str]) -> bytes:
    host, port = address
    lines = {
        "Host": f"{host}:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        **headers,
    }
    said = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"GET {path} HTTP/1.1\r\n{said}\r\n".encode()
