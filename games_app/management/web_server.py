"""Command line of the web server, Daphne, with the site's application and limits."""

from __future__ import annotations

import sys

APPLICATION = "boardgames.asgi:application"
LARGEST_MESSAGE = 16 * 1024
"""Largest websocket message from a client, in bytes; a command takes a few hundred."""

BACKLOG = 2048
"""Maximum number of connections waiting to be accepted; the system may allow fewer. Daphne's is 50."""


def web_server(*listen: str) -> list[str]:
    """Return Daphne's command line; ``listen`` is ``--bind ADDRESS --port PORT`` or ``--fd NUMBER``."""
    limits = ["--websocket-max-message-size", "--websocket-max-frame-size"]
    return [
        *(sys.executable, "-m", "daphne", "--verbosity", "0", "--no-server-name"),
        *(part for limit in limits for part in (limit, str(LARGEST_MESSAGE))),
        *(_endpoint(*listen[1::2]) if listen[0] == "--bind" else listen),
        APPLICATION,
    ]


def _endpoint(address: str, port: str) -> tuple[str, str]:
    """Return Daphne's option for an address. With ``--bind``, it would use its own backlog."""
    escaped = address.replace(":", r"\:")
    return "--endpoint", f"tcp:port={port}:interface={escaped}:backlog={BACKLOG}"
