"""Websockets on uvicorn: what comes in one piece is taken in small ones, and control frames are counted."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import Event

from games_app.live.outbox import UNSENT_LIMIT
from games_app.servers.control_frames import ControlFrames

PIECE = 512
"""Bytes read at once, in which there are 85 frames at most."""
DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)
AFTER_CLOSE = 64 * 1024
"""Bytes that may still come when the socket has been told to close."""


class WebSocket(WebSocketsSansIOProtocol):
    """One socket: cut off if it sends control frames without end, or takes nothing."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._come = bytearray()
        """What has been received and not been looked at."""
        self._after_close = 0
        self._cut = False
        self._control: ControlFrames | None = None

    def data_received(self, data: bytes) -> None:
        if self._cut:
            return
        if self.close_sent:
            self._after_close += len(data)
            if self._after_close > AFTER_CLOSE:
                self.cut_off()
                return
        self._come += data
        self._go_on()

    async def receive(self) -> Any:
        message = await super().receive()
        self._go_on()
        return message

    async def send(self, message: Any) -> None:
        await self.writable.wait()
        # Whoever has left, or was sent away, is known to the application from what it receives.
        if not self.close_sent:
            with suppress(ClientDisconnected):
                await super().send(message)
        if self._come and self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        self._go_on()

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
        """End it at once: nothing is read or written any more."""
        self._cut = True
        self._come.clear()
        self.transport.abort()

    def _is_allowed(self, event: Event) -> bool:
        """Count it, unless it reaches the application, or is expected."""
        if not isinstance(event, Frame) or event.opcode is Opcode.CLOSE:
            return True
        if event.opcode is Opcode.PONG and bytes(event.data) == self.pending_ping_payload:
            return True
        if event.fin and event.opcode in DATA:
            return True
        if self._control is None:
            self._control = ControlFrames(self.scope)
        return self._control.allowed()

    def _go_on(self) -> None:
        """Look at what has come, as long as the application can take it."""
        while self._come and not self.read_paused and not self.transport.is_closing():
            if self.handshake_initiated and not self.handshake_complete:
                self.read_paused = True
                self.transport.pause_reading()
                return
            piece = bytes(self._come[:PIECE])
            del self._come[:PIECE]
            super().data_received(piece)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
