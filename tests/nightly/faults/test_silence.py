"""R2, R4, R15: a silent database, with every connection to it still open."""

from __future__ import annotations

import signal
import socket
from contextlib import ExitStack

from games_app.lib.shutdown import SHUTDOWN_GRACE
from tests.faults.client import Client
from tests.faults.test_silence import LONGEST, server, way, within  # noqa: F401  (fixtures)
from tests.faults.visitor import Visitor


async def test_a_process_whose_threads_wait_for_a_silent_database_ends_when_it_is_asked_to(server, way):
    alice = Visitor(server.url)
    match = alice.make_match("mancala", "north")
    async with Client(alice, match):
        way.fall_silent()
        with ExitStack() as stack:
            for path in ("/", f"/m/{match}", "/watch"):
                asking = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                asking.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert within(LONGEST, lambda: way.held_back >= 3)
            server._process.send_signal(signal.SIGTERM)
            assert within(SHUTDOWN_GRACE, lambda: not server.running)
