"""The site without its garbage collector, and pages that show its objects of sockets and pages.

It needs a server of its own, because the import starts the site's threads.
"""

from __future__ import annotations

import gc
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse

from boardgames.asgi import application as site
from games_app.server.daphne import Server
from games_app.server.http import Request

gc.disable()

OF_SOCKETS = ("WebSocket", "Incoming", "Connection", "MatchConsumer", "LobbyConsumer")
"""Classes of which each open socket has an object."""


async def application(scope: Any, receive: Any, send: Any) -> None:
    tell = PAGES.get(scope["path"]) if scope["type"] == "http" else None
    if tell is None:
        await site(scope, receive, send)
        return
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(tell()).encode()})


def held() -> dict[str, int]:
    """Return the number of objects of sockets, of the requests by which they were opened, and of pages."""
    found = gc.get_objects()
    names = Counter(type(one).__name__ for one in found if "games_app" in type(one).__module__)
    upgraded = [one for one in found if type(one) is Request and one.path.startswith(b"/ws/")]
    pages = sum(type(one) is HttpResponse for one in found)
    return {name: names[name] for name in OF_SOCKETS} | {"Request": len(upgraded), "HttpResponse": pages}


def known() -> int:
    """Return how many ended connections Daphne has not checked, and how many are open.

    Those that request this page are not counted.
    """
    (server,) = servers
    return sum(getattr(protocol, "path", None) != b"/known" for protocol in server.connections)


def make_known(server: Server, *arguments: Any, **options: Any) -> None:
    """Initialize a server and note it.

    A search among all objects disturbs threads that build a tuple at that moment: they raise SystemError.
    """
    servers.append(server)
    initialize(server, *arguments, **options)


servers: list[Server] = []
initialize = Server.__init__
Server.__init__ = make_known


PAGES: dict[str, Callable[[], object]] = {"/held": held, "/known": known}
