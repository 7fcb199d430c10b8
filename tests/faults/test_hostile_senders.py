"""R15: websockets that send without end.

Pages that send too many commands: test_limits.py. Pages that read nothing from their sockets:
test_slow_readers.py.
"""

from __future__ import annotations

import itertools
import socket
from collections.abc import Iterator

import pytest

from games_app.door.limits import SOCKET_MESSAGES
from tests.faults.raw_connection import (
    CONTINUATION,
    PATIENCE,
    PING,
    PONG,
    TEXT,
    closing,
    frame,
    is_ended,
    pour,
    websocket,
)
from tests.site import PROXIES
from tests.web_server import Server

WATCH = "/ws/watch?wall=all"

_addresses = itertools.count(1)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), PROXIES) as running:
        yield running


def sockets(server: Server, many: int, address: str = "") -> list[socket.socket]:
    """Open websockets of one address, which by default nobody else uses."""
    address = address or f"203.0.113.{next(_addresses)}"
    return [websocket(server.url, WATCH, f"X-Forwarded-For: {address}") for _ in range(many)]


@pytest.mark.parametrize(
    ("first", "sent"),
    [
        (b"", frame(PING)),
        (b"", frame(PONG)),
        (frame(TEXT, last=False), frame(CONTINUATION, last=False)),
    ],
    ids=["pings", "pongs", "parts of a message"],
)
def test_sender_of_ignored_frames_is_cut_off(server, first, sent):
    measured, mallory = sockets(server, 2)
    with closing(measured, mallory):
        mallory.sendall(first)
        assert pour([mallory], sent * 10_000, PATIENCE) == 1
        measured.sendall(first + sent * (SOCKET_MESSAGES.burst - 1))
        assert not is_ended(measured, 0.5)
