"""uvicorn, which answers the commands that are under way before it closes its sockets."""

from __future__ import annotations

import asyncio
import socket

from uvicorn import Server

from games_app.lib.shutdown import DRAIN, leaving

_shutdown = Server.shutdown


async def _shutdown_later(self: Server, sockets: list[socket.socket] | None = None) -> None:
    """Take no more commands, wait until those taken are answered, then end as uvicorn does, with 1012."""
    leaving.set()
    await asyncio.sleep(DRAIN)
    await _shutdown(self, sockets)


def install() -> None:
    """Make the uvicorn of this process end in this way."""
    Server.shutdown = _shutdown_later  # type: ignore[method-assign]
