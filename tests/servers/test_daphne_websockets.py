"""Messages to a socket on Daphne, which are sent as far as the socket takes them at once."""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from autobahn.websocket.protocol import TrafficStats
from twisted.internet.tcp import Connection
from twisted.internet.testing import MemoryReactor

from games_app.live.outbox import MORE
from games_app.servers.daphne_websockets import UnsentCount, WebSocket


@dataclass
class Line:
    """A websocket of the server and the other end of its connection."""

    reactor: MemoryReactor = field(default_factory=MemoryReactor)

    def __post_init__(self) -> None:
        served, self.read_by = socket.socketpair()
        served.setblocking(False)
        self.page = WebSocket()
        self.connection = Connection(served, self.page, self.reactor)
        self.connection.connected = True
        self.page.transport, self.page.unsent = self.connection, UnsentCount()
        self.page.state, self.page.send_queue = WebSocket.STATE_OPEN, deque()
        self.page.peer, self.page.logOctets, self.page.trafficStats = "", False, TrafficStats()

    def read(self, size: int) -> bytes:
        """The next bytes as the client gets them, while the server's loop goes on."""
        found = b""
        while len(found) < size:
            for writer in list(self.reactor.getWriters()):
                writer.doWrite()
            found += self.read_by.recv(size - len(found))
        return found


@pytest.fixture
def line() -> Iterator[Line]:
    made = Line()
    yield made
    made.read_by.close()
    made.connection.socket.close()


def test_what_the_socket_takes_is_sent_at_once(line):
    line.page.sendData(b"first")
    assert line.reactor.getWriters() == []
    assert line.read_by.recv(100) == b"first"


def test_what_the_socket_does_not_take_follows_in_order(line):
    sent = [letter * 500_000 for letter in (b"a", b"b", b"c")]
    line.page.sendData(sent[0])
    assert line.reactor.getWriters() == [line.connection]
    for more in sent[1:]:
        line.page.sendData(more)
    assert line.read(1_500_000) == b"".join(sent)
    line.page.sendData(b"last")
    assert line.read(4) == b"last"


def test_an_answer_goes_out_in_one_piece_with_its_event(line):
    line.page.handle_reply({"type": "websocket.send", "text": "answer", MORE: True})
    line.page.handle_reply({"type": "websocket.send", "text": "event"})
    assert line.read_by.recv(100) == b"\x81\x06answer\x81\x05event"
