"""Django's ASGI handler, which makes a whole page in one visit to a thread."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from asgiref.sync import markcoroutinefunction
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.exception import convert_exception_to_response
from django.core.signals import request_started
from django.db import close_old_connections, reset_queries
from django.http import HttpRequest, HttpResponseBase

from boardgames.static_files import StaticFiles
from games_app.door.middleware import Throttle
from games_app.lib.counters import counters
from games_app.lib.page_threads import page_threads

Respond = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


class Pages(ASGIHandler):
    """Handler that runs all middleware and the view synchronously, in the request's thread.

    Django's own goes to that thread and back for each method of each synchronous middleware, here 17 times a
    page. Static files are answered earlier, in the event loop, which also limits the rate of each address.
    """

    _middleware_chain: Any

    def __init__(self) -> None:
        super().__init__()
        # Each would take a visit to the request's thread, which is new and has no connections yet.
        request_started.disconnect(close_old_connections)
        request_started.disconnect(reset_queries)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)
        make = self._middleware_chain
        throttle = Throttle(partial(page_threads.run, make), partial(page_threads.run_now, make))
        throttled = markcoroutinefunction(throttle)
        self._middleware_chain = _tallied(convert_exception_to_response(StaticFiles(throttled)))

    async def listen_for_disconnect(self, receive: Any) -> None:
        """Return once the client has left, or is no longer listened to.

        Django raises errors. With their tracebacks, each request would hold itself and its response until the
        garbage collector comes, which is seldom.
        """
        with suppress(CancelledError, RequestAborted):
            await super().listen_for_disconnect(receive)


def _tallied(respond: Any) -> Respond:
    """Count the responses by the first digit of their status."""

    async def tallied(request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = await respond(request)
        counters.responses[response.status_code // 100] += 1
        return response

    return tallied
