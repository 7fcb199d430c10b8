"""Websockets on Daphne and Autobahn with bounded memory for both directions of a socket.

They can also send every close code, and texts of any length.
"""

from __future__ import annotations

import time
from asyncio import Queue
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet.protocol import connectionDone
from twisted.internet.tcp import Connection as TcpConnection
from twisted.python.failure import Failure
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C

from games_app.door import limits
from games_app.lib.rate_limit import Bucket
from games_app.lib.shutdown import leaving
from games_app.live.joining import address_of
from games_app.live.room import MORE
from games_app.server.limits import WAITING_MESSAGES
from games_app.server.unsent import Unsent

WHOLE_TEXT, MASKED = 0x81, 0x80
LENGTH_16, LENGTH_64 = 126, 127
"""Lengths in a frame's second byte that stand for a longer one, in the next 2 or 8 bytes."""
CLOSE, PONG = 8, 10
"""Opcodes of frames; those from CLOSE up are control frames."""


@lru_cache(maxsize=1)
def text_frame(text: str) -> bytes:
    """Return the unmasked frame that carries ``text``, as servers send it (RFC 6455, 5.2).

    An event goes to many sockets as the same frame, so it is encoded once.
    """
    data = text.encode()
    size = len(data)
    if size < LENGTH_16:
        return bytes((WHOLE_TEXT, size)) + data
    if size < 1 << 16:
        return bytes((WHOLE_TEXT, LENGTH_16)) + size.to_bytes(2) + data
    return bytes((WHOLE_TEXT, LENGTH_64)) + size.to_bytes(8) + data


class ControlFrames:
    """Rate limit of the frames that never reach the application: pings, pongs, message fragments.

    The server answers pings and reassembles fragments itself, so limits on messages don't see them. It counts
    the frames of one websocket, and of all websockets of its address.
    """

    def __init__(self, scope: Mapping[str, Any]) -> None:
        self._own = Bucket(limits.SOCKET_MESSAGES)
        self._address = address_of(dict(scope))

    def allowed(self) -> bool:
        """Count one more frame; return False if the sender must be disconnected."""
        return not (self._own.wait_ms() or limits.CONTROL_FRAMES.wait_ms(self._address))


class Incoming(Queue[dict[str, Any]]):
    """Messages that wait for the application; calls ``taken`` when one is taken."""

    def __init__(self, taken: Callable[[], None]) -> None:
        super().__init__()
        self._taken = taken

    async def get(self) -> dict[str, Any]:
        message = await super().get()
        self._taken()
        return message


class WebSocket(WebSocketProtocol):
    """One socket, read only as fast as the application takes its messages.

    It is cut off if the client doesn't read, or sends too many control frames.
    """

    request_read = False
    """True once the opening request has been read."""
    reading_paused = False
    """True while reading from it is paused."""
    control: ControlFrames
    data: bytes
    """The received bytes that are not read yet, kept by Autobahn."""
    more_follows = False
    """True while the message being sent is to be written together with the next one."""
    held = b""
    """The frames that wait for the next one."""

    def connectionMade(self) -> None:
        self.unsent = Unsent(self.transport, self.factory.reactor.callLater)
        super().connectionMade()

    def onConnect(self, request: Any) -> Any:
        self.request_read = True
        return super().onConnect(request)

    def onOpen(self) -> None:
        # Replaces the producer of the HTTP request, which is complete.
        self.transport.unregisterProducer()
        self.transport.registerProducer(self.unsent, True)
        self.control = ControlFrames({"client": self.client_addr, "headers": self.clean_headers})
        super().onOpen()
        self.resume_reading()

    def dataReceived(self, data: bytes) -> None:
        # Autobahn's own method colours a debug message of each read, a fortieth of an action's cost.
        self._dataReceived(data)

    def consumeData(self) -> None:
        before_request = self.state == self.STATE_CONNECTING and not self.request_read
        if before_request or self.state == self.STATE_CLOSED:
            super().consumeData()
            return
        while not self._must_wait() and (self._read_whole_text() or self.processData()):
            if self.state == self.STATE_CLOSED:
                break
        if self._must_wait() and not self.reading_paused:
            self.reading_paused = True
            self.transport.pauseProducing()

    def _read_whole_text(self) -> bool:
        """Deliver a text message that arrived in one whole frame; return False if the next one has not.

        Nearly every message is one. Autobahn's parser, which takes five times as long, handles all other
        frames.
        """
        data = self.data
        if self.state != self.STATE_OPEN or self.current_frame is not None or self.inside_message:
            return False
        if len(data) < 6 or data[0] != WHOLE_TEXT or data[1] <= MASKED:
            return False
        length, start = data[1] - MASKED, 6
        if length >= LENGTH_16:
            length, start = int.from_bytes(data[2:4]) if length == LENGTH_16 else 0, 8
            if not LENGTH_16 <= length <= self.maxFramePayloadSize:
                return False
        end = start + length
        if len(data) < end:
            return False
        try:
            text = apply_mask(data[start:end], data[start - 4 : start]).decode()
        except UnicodeDecodeError:
            return False
        self.data = data[end:]
        self.last_ping = time.time()
        if not self.muted:
            self.application_queue.put_nowait({"type": "websocket.receive", "text": text})
        return True

    def resume_reading(self) -> None:
        """Resume reading if there is room, first with bytes that were received already."""
        if not self.reading_paused or self._must_wait():
            return
        self.reading_paused = False
        self.consumeData()
        if not self.reading_paused:
            self.transport.resumeProducing()

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        if self.state == self.STATE_OPEN:
            super().onMessage(payload, isBinary)

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Drop the references back to this socket, so that it is freed at once.

        The garbage collector would free it too, but it visits long-lived objects only every few hours.
        """
        super().connectionLost(reason)
        for name in ("is_closed", "application_queue"):
            self.__dict__.pop(name, None)

    def onFrameBegin(self) -> None:
        super().onFrameBegin()
        frame = self.current_frame
        if frame.opcode < CLOSE and not frame.fin and not self.control.allowed():
            self.cut_off()

    def processControlFrame(self) -> bool:
        opcode, payload = self.current_frame.opcode, b"".join(self.control_frame_data)
        expected = opcode == CLOSE or (opcode == PONG and payload == self.autoPingPending)
        if expected or self.control.allowed():
            return bool(super().processControlFrame())
        self.cut_off()
        return False

    async def reply(self, message: dict[str, Any]) -> None:
        """Carry out a message of the application, without Daphne's checks while the socket is open."""
        if self.state == self.STATE_OPEN:
            self.handle_reply(message)
        else:
            await self.server.handle_reply(self, message)

    def handle_reply(self, message: dict[str, Any]) -> None:
        if (text := message.get("text")) and self.state == self.STATE_OPEN:
            self.more_follows = message.get(MORE, False)
            self.serverSend(text)
            self.more_follows = False
        else:
            super().handle_reply(message)

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        # Not cut_off: this may be the close frame, and Autobahn sets the state after sending it.
        if not self.unsent.add(len(data)):
            return
        if self.more_follows:
            self.held += data
            return
        data, self.held = self.held + data, b""
        rest = data[self._sent_at_once(data) :]
        if rest:
            super().sendData(rest, sync, chopsize)

    def serverSend(self, content: str, binary: bool = False) -> None:
        """Send one frame: ``sendMessage`` refuses texts above the limit for received messages."""
        if self.state == self.STATE_OPEN:
            self.sendData(text_frame(content))

    def serverClose(self, code: int | None = None) -> None:
        """Send a close frame: ``sendClose`` allows 1000 and 3000 to 4999 only, not 1013 (try again later)."""
        self.sendCloseFrame(code=code or 1000)
        self.resume_reading()

    def cut_off(self) -> None:
        """Abort the connection without a closing handshake."""
        self.wasClean, self.wasNotCleanReason = False, "cut off"
        self.dropConnection(abort=True)

    def _sent_at_once(self, data: bytes) -> int:
        """Send what the socket accepts now; return the number of bytes.

        Twisted sends in its next turn. For that it adds the socket to those it polls and removes it again:
        with many watchers, that is half of an event's cost.
        """
        transport = self.transport
        if self.state != self.STATE_OPEN or self.send_queue or not _is_drained(transport):
            return 0
        sent = transport.writeSomeData(data)
        # Twisted meets an error again, and then closes the connection.
        return sent if isinstance(sent, int) else 0

    def _must_wait(self) -> bool:
        if self.state == self.STATE_OPEN:
            return leaving.is_set() or bool(self.application_queue.qsize() >= WAITING_MESSAGES)
        return bool(self.state == self.STATE_CONNECTING)


def _is_drained(transport: Any) -> bool:
    """Return whether this is an open TCP connection, without TLS, on which nothing waits to be sent."""
    if not isinstance(transport, TcpConnection) or transport.TLS:
        return False
    waits = transport.dataBuffer or transport._tempDataLen
    return bool(transport.connected and not transport.disconnecting and not waits)


class WebSockets(WebSocketFactory):
    """Factory of the websocket for each opening request."""

    protocol = WebSocket
