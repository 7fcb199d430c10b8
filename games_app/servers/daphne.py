"""Daphne with limits that it and the libraries beneath it lack."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from autobahn.websocket import protocol as websocket
from daphne import server
from daphne.cli import CommandLineInterface
from twisted.internet import reactor
from twisted.internet.defer import Deferred

from games_app.lib.shutdown import LINGER, end_soon
from games_app.servers.daphne_http import Requests
from games_app.servers.daphne_websockets import Incoming, WebSocket, WebSockets


class Server(server.Server):
    """Server that resumes reading from a websocket when its application takes a message."""

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        if not isinstance(protocol, WebSocket):
            return super().create_application(protocol, scope)
        queue = Incoming(protocol.resume_reading)
        scope.setdefault("asgi", {"version": "3.0"})
        running = self.application(scope=scope, receive=queue.get, send=partial(self.handle_reply, protocol))
        self.connections[protocol]["application_instance"] = asyncio.ensure_future(running)
        return queue

    def run(self) -> None:
        super().run()
        end_soon()

    def kill_all_applications(self) -> Deferred[None]:
        """Cancel the applications and wait LINGER seconds at most: a thread may wait for the database."""
        ended: Deferred[None] = super().kill_all_applications()
        return ended.addTimeout(LINGER, reactor)


def install() -> None:
    """Make the Daphne that has just imported the application use these classes."""
    server.HTTPFactory, server.WebSocketFactory = Requests, WebSockets
    # Autobahn lays out the settings of each new socket for a debug message: a sixth of what an arrival costs.
    websocket.pformat = repr  # type: ignore[assignment,attr-defined]
    CommandLineInterface.server_class = Server
