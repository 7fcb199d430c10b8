"""Websockets on uvicorn: input is parsed in small pieces, and control frames are counted."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import Event, State

from games_app.lib.shutdown import leaving
from games_app.live.outbox import MORE, UNSENT_LIMIT
from games_app.servers.control_frames import ControlFrames
from games_app.servers.frames import text_frame

PIECE = 512
"""Bytes parsed at once, which hold 85 frames at most."""
DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)
AFTER_CLOSE = 64 * 1024
"""Bytes that may still arrive after a close frame was sent."""


class WebSocket(WebSocketsSansIOProtocol):
    """One socket, cut off if the client sends too many control frames or doesn't read."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._received = bytearray()
        """Bytes received and not parsed yet."""
        self._held = b""
        """Frames to be written together with the next one."""
        self._after_close = 0
        self._aborted = False
        self._control: ControlFrames | None = None

    def data_received(self, data: bytes) -> None:
        if self._aborted or leaving.is_set():
            return
        if self.close_sent:
            self._after_close += len(data)
            if self._after_close > AFTER_CLOSE:
                self.cut_off()
                return
        self._received += data
        self._parse_received()

    async def receive(self) -> Any:
        message = await super().receive()
        self._parse_received()
        return message

    async def send(self, message: Any) -> None:
        await self.writable.wait()
        if message["type"] == "websocket.send" and self._is_open():
            self._write(text_frame(message["text"]), more=message.get(MORE, False))
        elif not self.close_sent:
            self._write(b"")
            # The application learns of the disconnect from receive().
            with suppress(ClientDisconnected):
                await super().send(message)
        if self._received and self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        self._parse_received()

    def handle_events(self) -> None:
        if not all(map(self._is_allowed, self.conn.events)):
            self.cut_off()
            return
        super().handle_events()
        if self.transport.get_write_buffer_size() > UNSENT_LIMIT:
            self.cut_off()

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_utf8(b"".join(self.frames)):
            self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def cut_off(self) -> None:
        """Abort the connection without a closing handshake."""
        self._aborted = True
        self._received.clear()
        self.transport.abort()

    def _is_open(self) -> bool:
        open_here = self.handshake_complete and not self.close_sent and not self.disconnected
        return open_here and self.conn.state is State.OPEN and not self.conn.extensions

    def _write(self, frame: bytes, *, more: bool = False) -> None:
        """Write a frame after those held back, or hold it back too: a system call less."""
        self._held += frame
        if self._held and not more:
            held, self._held = self._held, b""
            self.transport.write(held)

    def _is_allowed(self, event: Event) -> bool:
        """Count the frame unless it reaches the application or is expected; return False above the limit."""
        if not isinstance(event, Frame) or event.opcode is Opcode.CLOSE:
            return True
        if event.opcode is Opcode.PONG and bytes(event.data) == self.pending_ping_payload:
            return True
        if event.fin and event.opcode in DATA:
            return True
        if self._control is None:
            self._control = ControlFrames(self.scope)
        return self._control.allowed()

    def _parse_received(self) -> None:
        """Parse what has been received, as long as the application can take messages."""
        while self._received and not self.read_paused and not self.transport.is_closing():
            if self.handshake_initiated and not self.handshake_complete:
                self.read_paused = True
                self.transport.pause_reading()
                return
            piece = bytes(self._received[:PIECE])
            del self._received[:PIECE]
            super().data_received(piece)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
