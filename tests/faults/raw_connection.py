"""Connections of clients that keep no rules: bytes as they please, to a server under test."""

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
PATIENCE = 60.0
"""Seconds that a client waits for the server."""


def connected(url: str) -> socket.socket:
    """A connection to the server, on which nothing has been said."""
    host, port = url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), PATIENCE)


def head(method: str, path: str, *headers: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


def upgrade(path: str, *headers: str) -> bytes:
    """The request that opens a websocket."""
    key = base64.b64encode(os.urandom(16)).decode()
    asked = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    return head("GET", path, *asked, f"Sec-WebSocket-Key: {key}", *headers)


def websocket(url: str, path: str, *headers: str) -> socket.socket:
    """An open websocket, of which the client reads nothing by itself."""
    connection = connected(url)
    connection.sendall(upgrade(path, *headers))
    answer = first_words(connection)
    assert b" 101 " in answer, answer
    return connection


def frame(opcode: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """A frame as browsers send it: with a mask, here of zeros, which changes nothing."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack("!H", size)
    return bytes([opcode | (0x80 if last else 0)]) + length + bytes(4) + payload


def pour(connections: list[socket.socket], data: bytes, seconds: float) -> int:
    """Send the bytes again and again, on each connection that takes them, and throw away what is answered.

    How many connections were ended?
    """
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
    """All that the server says until it ends the connection. Raises TimeoutError if it does not."""
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
    """The head of the server's next answer, or what there was of it until the connection was ended."""
    connection.settimeout(PATIENCE)
    said = b""
    with contextlib.suppress(ConnectionError):
        while b"\r\n\r\n" not in said and (part := connection.recv(1)):
            said += part
    return said


def is_ended(connection: socket.socket, seconds: float = PATIENCE) -> bool:
    """Does the server end the connection within this time? What it says until then is thrown away."""
    try:
        answered(connection, seconds)
    except TimeoutError:
        return False
    return True


@contextlib.contextmanager
def closing(*connections: socket.socket) -> Iterator[None]:
    """However it ends, the connections are reset."""
    try:
        yield
    finally:
        for connection in connections:
            reset(connection)


def reset(connection: socket.socket) -> None:
    """End it without a word, as a client that crashes."""
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
