"""Daphne with limits that it and the libraries beneath it lack."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from autobahn.websocket import protocol as websocket
from daphne import server
from daphne.cli import CommandLineInterface
from twisted.internet import reactor
from twisted.internet.defer import Deferred, TimeoutError
from twisted.internet.task import deferLater
from websockets.frames import CloseCode

from games_app.lib.shutdown import DRAIN, GOODBYE, LINGER, UNDER_WAY, end_soon, leaving
from games_app.live.me import my_streams
from games_app.server.http import Requests
from games_app.server.websockets import Incoming, WebSocket, WebSockets

POLL_SECONDS = 0.05
"""Seconds between two checks for open connections."""


class Server(server.Server):
    """Server whose applications are no faster than the client reads, or than they take its messages."""

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        queue = Incoming(protocol.resume_reading) if isinstance(protocol, WebSocket) else asyncio.Queue()
        scope.setdefault("asgi", {"version": "3.0"})
        running = self.application(scope=scope, receive=queue.get, send=protocol.reply)
        self.connections[protocol]["application_instance"] = asyncio.ensure_future(running)
        return queue

    def run(self) -> None:
        super().run()
        end_soon()

    def kill_all_applications(self) -> Deferred[None]:
        """Answer running requests, close the sockets, then cancel what is left."""
        return Deferred.fromCoroutine(self._leave())

    async def _leave(self) -> None:
        leaving.set()
        await _sleep(DRAIN)
        dismissed = asyncio.ensure_future(my_streams.dismiss_all(CloseCode.SERVICE_RESTART))
        await _until(lambda: dismissed.done() and not any(map(_is_request, self._open())), UNDER_WAY - DRAIN)
        for protocol in self._open():
            if isinstance(protocol, WebSocket) and protocol.state == WebSocket.STATE_OPEN:
                protocol.serverClose(CloseCode.SERVICE_RESTART)
        await _until(lambda: not self._open(), GOODBYE)
        # A thread may wait for the database.
        with suppress(TimeoutError):
            await super().kill_all_applications().addTimeout(LINGER, reactor)

    def _open(self) -> list[Any]:
        return [protocol for protocol, details in self.connections.items() if "disconnected" not in details]


def _is_request(protocol: Any) -> bool:
    return not isinstance(protocol, WebSocket)


async def _until(true: Callable[[], bool], seconds: float) -> None:
    """Wait until a condition is true or the time is over."""
    deadline = time.monotonic() + seconds
    while not true() and time.monotonic() < deadline:
        await _sleep(POLL_SECONDS)


async def _sleep(seconds: float) -> None:
    await deferLater(reactor, seconds)


def install() -> None:
    """Make the Daphne that imported the application use these classes."""
    server.HTTPFactory, server.WebSocketFactory = Requests, WebSockets
    # Autobahn formats the settings of each new socket for a debug message: a sixth of an arrival's cost.
    websocket.pformat = repr  # type: ignore[assignment,attr-defined]
    CommandLineInterface.server_class = Server
