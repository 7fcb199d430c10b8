"""Websockets on Daphne, and Autobahn beneath it: neither side of a socket fills the server's memory.

They also send every close code, and texts of any length.
"""

from __future__ import annotations

from asyncio import Queue
from collections.abc import Callable
from typing import Any

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

from games_app.live.outbox import UNSENT_LIMIT
from games_app.servers.control_frames import ControlFrames
from games_app.servers.limits import WAITING_MESSAGES

TEXT, CLOSE, PONG = 1, 8, 10
"""Opcodes of frames. From the second on they are control frames."""


class Incoming(Queue[dict[str, Any]]):
    """What waits for the application; says when something is taken."""

    def __init__(self, taken: Callable[[], None]) -> None:
        super().__init__()
        self._taken = taken

    async def get(self) -> dict[str, Any]:
        message = await super().get()
        self._taken()
        return message


class Full:
    """Told by the transport at each write that a socket's buffer is full, until it is empty: counts what is
    added to it meanwhile. A push producer of Twisted, which names the methods.
    """

    def __init__(self) -> None:
        self.full, self.size = False, 0

    def pauseProducing(self) -> None:
        self.full = True

    def resumeProducing(self) -> None:
        self.full, self.size = False, 0

    def stopProducing(self) -> None:
        """The connection is lost: nothing is added any more."""


class WebSocket(WebSocketProtocol):
    """One socket: read only as fast as the application takes its messages, cut off if it takes nothing or
    sends control frames without end.
    """

    asked = False
    """Has the request that opens it been read?"""
    held = False
    """Is nothing read from it at the moment?"""
    control: ControlFrames

    def connectionMade(self) -> None:
        self.unsent = Full()
        super().connectionMade()

    def onConnect(self, request: Any) -> Any:
        self.asked = True
        return super().onConnect(request)

    def onOpen(self) -> None:
        # The HTTP request that the socket began as has nothing left to hold back.
        self.transport.unregisterProducer()
        self.transport.registerProducer(self.unsent, True)
        self.control = ControlFrames({"client": self.client_addr, "headers": self.clean_headers})
        super().onOpen()
        self.go_on()

    def consumeData(self) -> None:
        unasked = self.state == self.STATE_CONNECTING and not self.asked
        if unasked or self.state == self.STATE_CLOSED:
            super().consumeData()
            return
        while not self._must_wait() and self.processData() and self.state != self.STATE_CLOSED:
            pass
        if self._must_wait() and not self.held:
            self.held = True
            self.transport.pauseProducing()

    def go_on(self) -> None:
        """Something may be read again, first of all what has come already."""
        if not self.held or self._must_wait():
            return
        self.held = False
        self.consumeData()
        if not self.held:
            self.transport.resumeProducing()

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        if self.state == self.STATE_OPEN:
            super().onMessage(payload, isBinary)

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

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        if self.unsent.full:
            self.unsent.size += len(data)
            if self.unsent.size > UNSENT_LIMIT:
                # Not as below: what is sent may be the close frame, after which the state is set.
                self.transport.abortConnection()
                return
        super().sendData(data, sync, chopsize)

    def serverSend(self, content: str, binary: bool = False) -> None:
        """As one frame: ``sendMessage`` refuses what is longer than the messages that it may receive."""
        if self.state == self.STATE_OPEN:
            self.sendFrame(TEXT, content.encode())

    def serverClose(self, code: int | None = None) -> None:
        """``sendClose`` sends 1000 and 3000 to 4999 only. 1013, try again later, is a server's code."""
        self.sendCloseFrame(code=code or 1000)
        self.go_on()

    def cut_off(self) -> None:
        """End it at once: nothing is read or written any more."""
        self.wasClean, self.wasNotCleanReason = False, "cut off"
        self.dropConnection(abort=True)

    def _must_wait(self) -> bool:
        if self.state == self.STATE_OPEN:
            return bool(self.application_queue.qsize() >= WAITING_MESSAGES)
        return bool(self.state == self.STATE_CONNECTING)


class WebSockets(WebSocketFactory):
    """Makes the above for each request to open one."""

    protocol = WebSocket
