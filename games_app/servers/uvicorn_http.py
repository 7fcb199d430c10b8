"""HTTP on uvicorn: limits on the time and size of requests, and on idle connections."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from games_app.servers.limits import HEAD_SECONDS, LARGEST_BODY, LARGEST_HEAD, LINGER_SECONDS
from games_app.servers.request_bodies import Body
from games_app.servers.request_heads import HEAD_TOO_LARGE, TOO_LARGE, Refusal, objection
from games_app.servers.waiting import waiting

PIPELINED = 8
"""Requests that one connection may send before the first is answered. Browsers and proxies send one."""


class HTTP(HttpToolsProtocol):
    """A connection with limits on the time to receive a request and on its size."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._refused = False
        self._head: int | None = None
        """Bytes read of the current head; None between heads."""
        self._body: Body | None = None
        """The body that is being read."""
        self._chunked = False
        """True if that body has no Content-Length."""
        self._deadline: asyncio.TimerHandle | None = None
        self._running: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_waiting()
        self._allow(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        # uvicorn ends only its latest request, not the running one and those pipelined.
        for cycle in (self._running, *(waits for waits, _ in self.pipeline)):
            if cycle is not None:
                cycle.disconnected = True
                cycle.message_event.set()
        self.pipeline.clear()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._allow(HEAD_SECONDS)
        if self._body is not None:
            self._body.add(len(data))
            self._allow(self._body.seconds_left())
            if self._chunked and self._body.size > LARGEST_BODY:
                self.refuse(TOO_LARGE)
                return
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self.refuse(HEAD_TOO_LARGE)

    def on_message_begin(self) -> None:
        self._head = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        if self._refused:
            return
        self._head = None
        sent = dict(self.headers)
        self._chunked = b"transfer-encoding" in sent
        length = None if self._chunked else int(sent.get(b"content-length", b"0"))
        upgrade = self.parser.should_upgrade() and self._should_upgrade()
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        refusal = objection(self.url.decode("latin-1"), length, upgrade=upgrade)
        if size > LARGEST_HEAD:
            refusal = HEAD_TOO_LARGE
        if refusal:
            self.refuse(refusal)
            return
        if len(self.pipeline) >= PIPELINED:
            self._refused = True
            self.give_up()
            return
        self._body = Body()
        self._allow(self._body.seconds_left())
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self._refused:
            self._body = None
            self._stop_waiting()
            super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        if not self.pipeline:
            self._start_waiting()
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        if not self._refused:
            self._stop_waiting()
            super().handle_websocket_upgrade()

    def refuse(self, refusal: Refusal) -> None:
        """Answer in place of the application; discard further input, then close after LINGER_SECONDS."""
        if self._refused or self.transport.is_closing():
            return
        self._refused = True
        self._unset_keepalive_if_required()
        if self.cycle is not None and not self.cycle.response_complete:
            if self.cycle.response_started or self.pipeline:
                self.give_up()
                return
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(refusal.encode())
        self._allow(LINGER_SECONDS)

    def give_up(self) -> None:
        self._stop_waiting()
        self.transport.abort()

    def _start_waiting(self) -> None:
        waiting.add(self, self.client[0] if self.client else "")

    def _stop_waiting(self) -> None:
        waiting.discard(self)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _allow(self, seconds: float) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(seconds, self.give_up)
