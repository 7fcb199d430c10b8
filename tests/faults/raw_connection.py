"""Connections of clients that break the rules: any bytes, to a server under test."""

from __future__ import annotations

import base64
import contextlib
import os
import socket
import struct
import time
from collections.abc import Iterator

CONTINUATION, TEXT, CLOSE, PING, PONG = 0, 1, 8, 9, 10
"""Opcodes of websocket frames."""
PATIENCE = 300.0
"""Seconds that a client waits for the server."""


def connected(url: str) -> socket.socket:
    """A connection to the server, on which nothing has been said."""
    host, port = url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), PATIENCE)


def head(method: str, path: str, *headers: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


def upgrade(path: str, *headers: str) -> bytes:
    """Return the request that opens a websocket."""
    key = base64.b64encode(os.urandom(16)).decode()
    asked = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    return head("GET", path, *asked, f"Sec-WebSocket-Key: {key}", *headers)


def websocket(url: str, path: str, *headers: str) -> socket.socket:
    """An open websocket from which the client reads nothing by itself."""
    connection = connected(url)
    connection.sendall(upgrade(path, *headers))
    answer = first_words(connection)
    assert b" 101 " in answer, answer
    return connection


def frame(opcode: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """Return a frame as browsers send it: with a mask, here of zeros, which changes nothing."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack("!H", size)
    return bytes([opcode | (0x80 if last else 0)]) + length + bytes(4) + payload


def pour(connections: list[socket.socket], data: bytes, seconds: float) -> int:
    """Send the bytes again and again on each connection, ignoring answers; return how many were ended."""
    going = dict.fromkeys(connections, data)
    for connection in connections:
        connection.setblocking(False)
    end = time.monotonic() + seconds
    while going and time.monotonic() < end:
        waiting = True
        for connection, rest in list(going.items()):
            try:
                sent = connection.send(rest)
                going[connection] = rest[sent:] or data
                waiting = False
                connection.recv(1024 * 1024)
            except BlockingIOError:
                pass
            except OSError:
                del going[connection]
        if waiting:
            time.sleep(0.005)
    return len(connections) - len(going)


def answered(connection: socket.socket, seconds: float = PATIENCE) -> bytes:
    """Return everything that the server sends until it ends the connection, or raise TimeoutError."""
    end = time.monotonic() + seconds
    said = b""
    with contextlib.suppress(ConnectionError):
        while True:
            connection.settimeout(max(0.0001, end - time.monotonic()))
            if not (part := connection.recv(65536)):
                break
            said += part
    return said


def first_words(connection: socket.socket) -> bytes:
    """Return the head of the server's next answer, or the part before the connection was ended."""
    connection.settimeout(PATIENCE)
    said = b""
    with contextlib.suppress(ConnectionError):
        while b"\r\n\r\n" not in said and (part := connection.recv(1)):
            said += part
    return said


def is_ended(connection: socket.socket, seconds: float = PATIENCE) -> bool:
    """Return whether the server ends the connection in this time; ignore what it sends."""
    try:
        answered(connection, seconds)
    except TimeoutError:
        return False
    return True


@contextlib.contextmanager
def closing(*connections: socket.socket) -> Iterator[None]:
    """Reset the connections, however the block ends."""
    try:
        yield
    finally:
        for connection in connections:
            reset(connection)


def reset(connection: socket.socket) -> None:
    """Reset the connection, as a client that crashes does."""
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
