"""Messages to a socket on Daphne, which are sent at once as far as the socket accepts them."""

from __future__ import annotations

import socket
from asyncio import Queue
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from autobahn.websocket.protocol import TrafficStats
from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.task import Clock
from twisted.internet.tcp import Connection
from twisted.internet.testing import MemoryReactor, StringTransportWithDisconnection
from websockets.frames import Frame, Opcode

from games_app.live.room import MORE
from games_app.management.web_server import LARGEST_MESSAGE
from games_app.server.limits import WAITING_MESSAGES
from games_app.server.unsent import Unsent
from games_app.server.websockets import ControlFrames, WebSocket, WebSockets


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
        self.page.transport = self.connection
        self.page.unsent = Unsent(self.connection, Clock().callLater)
        self.page.state, self.page.send_queue = WebSocket.STATE_OPEN, deque()
        self.page.peer, self.page.logOctets, self.page.trafficStats = "", False, TrafficStats()

    def read(self, size: int) -> bytes:
        """Return the client's next bytes, while the server's loop continues."""
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


def test_bytes_that_the_socket_takes_are_sent_at_once(line):
    line.page.sendData(b"first")
    assert line.reactor.getWriters() == []
    assert line.read_by.recv(100) == b"first"


def test_bytes_that_the_socket_does_not_take_follow_in_order(line):
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


def heard(pieces: list[bytes], protocol: type[WebSocket] = WebSocket) -> tuple[list[str | bytes], int | None]:
    """Return the messages that reach the application, and the server's close code, if any."""
    factory = WebSockets(None)
    factory.protocol = protocol
    factory.setProtocolOptions(maxFramePayloadSize=LARGEST_MESSAGE, maxMessagePayloadSize=LARGEST_MESSAGE)
    page = factory.buildProtocol(None)
    page.makeConnection(StringTransportWithDisconnection())
    page.transport.protocol = page
    page.transport.registerProducer(page.unsent, True)
    page.state, page.inside_message, page.current_frame = WebSocket.STATE_OPEN, False, None
    page.server = SimpleNamespace(protocol_disconnected=lambda _: None, log_action=lambda *_: None)
    page.request, page.data, page.client_addr = SimpleNamespace(path="/"), b"", None
    queue = page.application_queue = Queue()
    page.websocket_version, page._perMessageCompress = 13, None
    page.control = ControlFrames({"client": ["192.0.2.1", 1], "headers": []})
    for piece in pieces:
        page.dataReceived(piece)
    found = [message.get("text", message.get("bytes")) for message in drained(queue)]
    code = page.localCloseCode
    if page.transport.producer:
        page.dropConnection(abort=True)
    return found, code


def drained(queue: Queue[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    while not queue.empty():
        yield queue.get_nowait()


class ByAutobahn(WebSocket):
    """A websocket that leaves every frame to Autobahn's parser."""

    def _read_whole_text(self) -> bool:
        return False


def from_client(data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True, masked: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=masked)


FRAMES = st.one_of(
    st.text(max_size=300).map(lambda text: from_client(text.encode())),
    st.binary(max_size=6).map(from_client),
    st.sampled_from(
        [
            from_client(b"part", fin=False),
            from_client(b"rest", Opcode.CONT),
            from_client(b"ping", Opcode.PING),
            from_client(b"binary", Opcode.BINARY),
            from_client(b"unmasked", masked=False),
            from_client(b"x" * (LARGEST_MESSAGE + 1)),
            b"\x81\xfe\x00\x05" + bytes(4) + b"short",
            b"\xc1\x85" + bytes(4) + b"flags",
        ]
    ),
)


@given(st.lists(FRAMES, max_size=5), st.lists(st.integers(1, 400), max_size=8))
def test_a_whole_text_is_read_as_autobahn_reads_it_however_it_is_cut(frames, cuts):
    sent = b"".join(frames)
    pieces, at = [], 0
    for size in cuts:
        pieces.append(sent[at : at + size])
        at += size
    pieces = [piece for piece in [*pieces, sent[at:]] if piece]
    assert heard(pieces) == heard(pieces, ByAutobahn)


def test_no_more_is_read_than_the_application_has_room_for():
    sent = from_client(b"text") * (3 * WAITING_MESSAGES)
    assert heard([sent]) == (["text"] * WAITING_MESSAGES, None)
