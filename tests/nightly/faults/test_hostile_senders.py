"""R15: websockets that send without end.

Pages that send too many commands: test_limits.py. Pages that read nothing from their sockets:
test_slow_readers.py.
"""

from __future__ import annotations

import time

import pytest

from games_app.door.limits import CONTROL_FRAMES, SOCKET_MESSAGES
from tests.faults.raw_connection import (
    PATIENCE,
    PING,
    TEXT,
    closing,
    frame,
    is_ended,
    pour,
)
from tests.faults.test_hostile_senders import _addresses, server, sockets  # noqa: F401  (fixtures)

SPARE = 8 * 1024 * 1024
"""Bytes that a server may grow by for other reasons. One that reads everything grows so each second."""
FLOOD = 1.5
"""Seconds."""


@pytest.mark.parametrize(
    "sent",
    [frame(TEXT, b"x" * 16_000), frame(TEXT) * 10_000],
    ids=["large messages", "empty messages"],
)
def test_socket_is_read_only_as_fast_as_its_messages_are_handled(server, sent):
    mallory = sockets(server, 4)
    before = server.memory()
    with closing(*mallory):
        pour(mallory, sent, FLOOD)
        assert server.memory() - before < SPARE


def test_all_sockets_of_an_address_share_one_budget_of_pings(server):
    (carol,), mallory = sockets(server, 1), sockets(server, 30)
    pings = SOCKET_MESSAGES.burst - 5
    assert pings * len(mallory) > 2 * CONTROL_FRAMES.limit.burst
    with closing(carol, *mallory):
        for page in mallory:
            page.sendall(frame(PING) * pings)
        carol.sendall(frame(PING, b"carol") * pings)
        most, until, going = CONTROL_FRAMES.limit.burst // pings + 5, time.monotonic() + PATIENCE, mallory
        while len(going) > most:
            assert time.monotonic() < until, len(going)
            going = [page for page in going if not is_ended(page, 0.01)]
        carol.settimeout(PATIENCE)
        heard = b""
        while heard.count(b"carol") < pings:
            heard += carol.recv(65536)
