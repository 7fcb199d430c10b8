"""R15: websockets that send without end.

Pages that send too many commands: test_limits.py. Pages that read nothing from their sockets:
test_slow_readers.py.
"""

from __future__ import annotations

import itertools
import socket
import time
from collections.abc import Iterator

import pytest

from games_app.live.socket_limits import CONTROL, ONE_SOCKET
from tests.faults.raw_connection import (
    CONTINUATION,
    PATIENCE,
    PING,
    PONG,
    TEXT,
    answered,
    closing,
    frame,
    is_ended,
    pour,
    websocket,
)
from tests.server import Server
from tests.site import PROXIES

WATCH = "/ws/watch?wall=all"
SPARE = 8 * 1024 * 1024
"""Bytes that a server may grow by for other reasons. One that reads everything grows so each second."""
FLOOD = 1.5
"""Seconds."""

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
    "sent",
    [frame(TEXT, b"x" * 16_000), frame(TEXT) * 10_000],
    ids=["large messages", "empty messages"],
)
def test_what_a_socket_sends_is_read_only_as_fast_as_it_is_heard(server, sent):
    mallory = sockets(server, 4)
    before = server.memory()
    with closing(*mallory):
        pour(mallory, sent, FLOOD)
        assert server.memory() - before < SPARE


@pytest.mark.parametrize(
    ("first", "sent"),
    [
        (b"", frame(PING)),
        (b"", frame(PONG)),
        (frame(TEXT, last=False), frame(CONTINUATION, last=False)),
    ],
    ids=["pings", "pongs", "parts of a message"],
)
def test_whoever_sends_frames_that_nobody_hears_is_cut_off(server, first, sent):
    measured, mallory = sockets(server, 2)
    with closing(measured, mallory):
        mallory.sendall(first)
        assert pour([mallory], sent * 10_000, PATIENCE) == 1
        measured.sendall(first + sent * (ONE_SOCKET.burst - 1))
        assert not is_ended(measured, 0.5)


def test_nothing_that_came_with_too_many_pings_is_answered(server):
    (mallory,) = sockets(server, 1)
    with closing(mallory):
        began = time.monotonic()
        mallory.sendall(frame(PING, b"mallory") * 200 + frame(TEXT, b"?") * 10)
        said = answered(mallory)
        earned = ONE_SOCKET.per_second * (time.monotonic() - began)
        assert said.count(b"mallory") <= ONE_SOCKET.burst + earned
        assert b"malformed" not in said


def test_whoever_goes_on_after_the_socket_was_closed_is_cut_off(server):
    nowhere = websocket(server.url, "/ws/watch")
    with closing(nowhere):
        assert pour([nowhere], frame(TEXT, b"x" * 1000) * 100, PATIENCE) == 1


def test_all_sockets_of_an_address_share_one_budget_of_pings(server):
    (carol,), mallory = sockets(server, 1), sockets(server, 30)
    pings = ONE_SOCKET.burst - 5
    assert pings * len(mallory) > 2 * CONTROL.limit.burst
    with closing(carol, *mallory):
        for page in mallory:
            page.sendall(frame(PING) * pings)
        carol.sendall(frame(PING, b"carol") * pings)
        most, until, going = CONTROL.limit.burst // pings + 5, time.monotonic() + PATIENCE, mallory
        while len(going) > most:
            assert time.monotonic() < until, len(going)
            going = [page for page in going if not is_ended(page, 0.01)]
        carol.settimeout(PATIENCE)
        heard = b""
        while heard.count(b"carol") < pings:
            heard += carol.recv(65536)
