"""R14: responses wait for their client to read, and a client that reads nothing is cut off."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from games_app.server.limits import UNREAD_SECONDS
from tests.faults.raw_connection import head
from tests.server.test_http import Line

PIECE = b"a" * 65_536


@pytest.fixture
def line() -> Line:
    return Line()


def fill(line: Line) -> None:
    """Let more bytes wait for the client than the transport takes."""
    line.transport.dataBuffer = PIECE * 2
    line.channel.pauseProducing()


def read(line: Line, size: int) -> None:
    """Let the client read so many of the bytes that wait."""
    line.transport.dataBuffer = line.transport.dataBuffer[size:]
    if not line.transport.dataBuffer:
        line.channel.resumeProducing()


def begin(request: Any, body: bytes = b"", *, more: bool = True) -> None:
    request.handle_reply({"type": "http.response.start", "status": 200, "headers": []})
    request.handle_reply({"type": "http.response.body", "body": body, "more_body": more})


def test_the_next_request_waits_until_the_response_before_it_is_read(line):
    line.receive(head("GET", "/first") + head("GET", "/second") + head("GET", "/third"))
    begin(line.arrived.get_nowait(), PIECE)
    fill(line)
    begin_last(line)
    assert line.arrived.empty(), "the client has not read the first response"
    read(line, len(PIECE))
    assert line.arrived.empty()
    read(line, len(PIECE))
    assert line.arrived.get_nowait().path == b"/second"
    assert line.arrived.empty()


def begin_last(line: Line) -> None:
    """End the response to the request in progress."""
    line.channel.requests[0].handle_reply({"type": "http.response.body", "body": b"", "more_body": False})


def test_requests_sent_meanwhile_are_not_received(line):
    line.receive(head("GET", "/first"))
    begin(line.arrived.get_nowait(), PIECE)
    fill(line)
    assert line.transport.producerState == "paused"
    read(line, 2 * len(PIECE))
    assert line.transport.producerState == "producing"


def test_many_requests_sent_ahead_stay_unreceived_while_a_slow_client_reads_a_long_response(line):
    line.receive(head("GET", "/first"))
    begin(line.arrived.get_nowait(), PIECE)
    line.receive(head("GET", "/next") * 1000)
    for _ in range(3):
        fill(line)
        read(line, 2 * len(PIECE))
        assert line.transport.producerState == "paused"


@pytest.mark.parametrize("ended", [False, True], ids=["during a response", "after it"])
def test_a_client_that_reads_nothing_is_cut_off(line, ended):
    line.receive(head("GET", "/"))
    begin(line.arrived.get_nowait(), PIECE)
    fill(line)
    if ended:
        begin_last(line)
    line.clock.advance(UNREAD_SECONDS - 1)
    assert line.is_open
    line.clock.advance(1)
    assert line.transport.disconnected


def test_a_client_that_closes_and_reads_nothing_is_cut_off(line):
    line.receive(head("GET", "/", "Connection: close"))
    begin(line.arrived.get_nowait(), PIECE)
    line.transport.dataBuffer = PIECE
    begin_last(line)
    line.clock.advance(UNREAD_SECONDS)
    assert line.transport.disconnected


def test_a_client_that_reads_slowly_is_served(line):
    line.receive(head("GET", "/"))
    begin(line.arrived.get_nowait(), PIECE)
    fill(line)
    for _ in range(10):
        line.clock.advance(UNREAD_SECONDS - 1)
        read(line, 1000)
        line.clock.advance(1)
    assert line.is_open


async def test_an_application_goes_on_once_its_client_has_read(line):
    line.receive(head("GET", "/"))
    request = line.arrived.get_nowait()

    async def handle_reply(protocol: Any, message: dict[str, Any]) -> None:
        protocol.handle_reply(message)

    request.server.handle_reply = handle_reply
    await request.reply({"type": "http.response.start", "status": 200, "headers": []})
    await request.reply({"type": "http.response.body", "body": PIECE, "more_body": True})
    fill(line)
    sending = asyncio.create_task(
        request.reply({"type": "http.response.body", "body": PIECE, "more_body": True})
    )
    await asyncio.sleep(0)
    assert not sending.done()
    read(line, 2 * len(PIECE))
    await sending
    fill(line)
    sending = asyncio.create_task(
        request.reply({"type": "http.response.body", "body": PIECE, "more_body": True})
    )
    await asyncio.sleep(0)
    line.channel.connectionLost()
    await sending
