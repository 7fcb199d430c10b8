"""Messages to a socket on uvicorn."""

from __future__ import annotations

import asyncio

from uvicorn import Config
from uvicorn.server import ServerState
from websockets.protocol import State

from games_app.live.outbox import MORE
from games_app.servers.uvicorn_websockets import WebSocket


class Line(asyncio.Transport):
    """A transport that keeps each piece that is written."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.pieces.append(bytes(data))

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        """Do nothing: the test reads what was written."""


async def opened(line: Line) -> WebSocket:
    """Return a socket on ``line`` whose handshake is over."""
    page = WebSocket(Config(lambda: None), ServerState(), {})
    page.connection_made(line)
    page.handshake_complete, page.conn.state = True, State.OPEN
    return page


async def test_an_answer_goes_out_in_one_piece_with_its_event():
    line = Line()
    page = await opened(line)
    await page.send({"type": "websocket.send", "text": "answer", MORE: True})
    assert line.pieces == []
    await page.send({"type": "websocket.send", "text": "event"})
    assert line.pieces == [b"\x81\x06answer\x81\x05event"]


async def test_an_answer_goes_out_with_the_end_of_the_connection_too():
    line = Line()
    page = await opened(line)
    await page.send({"type": "websocket.send", "text": "answer", MORE: True})
    await page.send({"type": "websocket.close", "code": 4403})
    assert b"".join(line.pieces) == b"\x81\x06answer\x88\x02\x11\x33"
