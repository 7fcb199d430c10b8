"""Responses without a body on Daphne: a connection that is kept open stays in step."""

from __future__ import annotations

import json
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest
from twisted.internet.address import IPv4Address
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from games_app.server.http import Requests
from games_app.server.limits import BODY_BYTES_PER_SECOND, BODY_SECONDS, HEAD_SECONDS
from tests.faults.raw_connection import connected, first_words, head
from tests.web_server import Server

PIECES = [b"a" * 65_536, b"b" * 65_536, b"c"]
"""A body as Django sends a large page: in several parts."""
ADDRESS = IPv4Address("TCP", "192.0.2.1", 1)


class Transport(StringTransport):
    """A transport that tells, as those of sockets, how much waits to be sent."""

    dataBuffer, offset, _tempDataLen = b"", 0, 0


class Line:
    """A connection to Daphne in this process, whose requests the test answers."""

    def __init__(self) -> None:
        self._server: Any = SimpleNamespace(
            proxy_forwarded_address_header=None,
            root_path="",
            server_name="",
            request_buffer_size=8192,
            create_application=lambda request, _: self.arrived.put(request) or SimpleQueue(),
            protocol_connected=lambda _: None,
            protocol_disconnected=lambda _: None,
            log_action=lambda *_: None,
        )
        self.arrived: SimpleQueue[Any] = SimpleQueue()
        self.transport = Transport(peerAddress=ADDRESS, hostAddress=ADDRESS)
        self.channel = Requests(self._server).buildProtocol(ADDRESS)
        self.clock = Clock()
        self.channel.callLater = self.clock.callLater
        self.channel.makeConnection(self.transport)

    def answered(self, method: str, status: int) -> bytes:
        """Return the server's bytes for a request that the site answers with a body in several parts."""
        self.transport.clear()
        self.channel.dataReceived(head(method, "/"))
        request = self.arrived.get_nowait()
        length = str(sum(map(len, PIECES))).encode()
        request.handle_reply(
            {"type": "http.response.start", "status": status, "headers": [(b"Content-Length", length)]}
        )
        for number, piece in enumerate(PIECES, 1):
            more = number < len(PIECES)
            request.handle_reply({"type": "http.response.body", "body": piece, "more_body": more})
        return bytes(self.transport.value())

    def receive(self, data: bytes) -> None:
        self.channel.dataReceived(data)

    @property
    def is_open(self) -> bool:
        return not self.transport.disconnecting

    def refused(self, *headers: str) -> bytes:
        """Return the server's own bytes for a request that does not reach the site."""
        self.channel.dataReceived(head("POST", "/try", *headers))
        return bytes(self.transport.value())


@pytest.mark.parametrize(("method", "status"), [("HEAD", 200), ("GET", 204), ("GET", 304)])
def test_a_response_that_has_no_body_ends_with_its_head(method, status):
    line = Line()
    for _ in range(2):
        written = line.answered(method, status)
        assert written.startswith(b"HTTP/1.1 %d " % status)
        assert written.endswith(b"\r\n\r\n")
        assert written.count(b"\r\n\r\n") == 1


def test_any_other_response_has_its_whole_body():
    assert Line().answered("GET", 200).endswith(b"\r\n\r\n" + b"".join(PIECES))


def test_a_script_whose_body_is_too_large_for_the_server_is_told_so_as_json():
    said = Line().refused("Content-Type: application/json", "Content-Length: 10000000")
    assert said.startswith(b"HTTP/1.1 413 ")
    told = json.loads(said.partition(b"\r\n\r\n")[2])
    assert (told["code"], "4 MB" in told["message"]) == ("too_large", True)


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: loc", b"\r\n"])
def test_a_head_has_its_time_however_often_a_byte_of_it_comes(begun):
    line = Line()
    line.receive(begun)
    for _ in range(int(HEAD_SECONDS) - 1):
        line.clock.advance(1)
        line.receive(begun[-1:])
    assert line.is_open
    line.clock.advance(1)
    assert not line.is_open


@pytest.mark.parametrize("length", ["Content-Length: 1000000", "Transfer-Encoding: chunked"])
def test_a_body_has_its_time_and_more_for_what_has_come(monkeypatch, length):
    line = Line()
    monkeypatch.setattr("time.monotonic", line.clock.seconds)
    line.receive(head("POST", "/import", length))
    line.receive(b"5000\r\n" + bytes(0x5000 - 6))
    more = 0x5000 // BODY_BYTES_PER_SECOND
    line.clock.advance(BODY_SECONDS + more - 1)
    line.receive(b"a")
    assert line.is_open
    line.clock.advance(2)
    assert not line.is_open


def test_a_page_that_is_asked_for_its_head_leaves_the_connection_to_the_next_request(server: Server):
    """`/` and `/watch` are larger than what Django sends at once."""
    with connected(server.url) as line:
        for path in ("/", "/watch", "/new/mancala/preview.png", "/nothing/here"):
            line.sendall(head("HEAD", path) + head("GET", "/healthz"))
            assert first_words(line).startswith(b"HTTP/1.1 "), path
            assert first_words(line).startswith(b"HTTP/1.1 200 "), f"out of step after HEAD {path}"
            assert line.recv(2) == b"ok"
