"""Command lines of the servers that can run the site, with the same application and limits."""

from __future__ import annotations

import sys

from games_app.lib.shutdown import LINGER

APPLICATION = "boardgames.asgi:application"
PROTOCOLS = "boardgames.uvicorn_protocols"
LARGEST_MESSAGE = 16 * 1024
"""Largest websocket message from a client, in bytes; a command takes a few hundred."""

BACKLOG = 2048
"""Connections that may wait to be accepted, as uvicorn has it; the system may allow fewer."""

DAPHNE, UVICORN = "daphne", "uvicorn"


def web_server(*listen: str, server: str = DAPHNE) -> list[str]:
    """Return a server's command line; ``listen`` is ``--bind ADDRESS --port PORT`` or ``--fd NUMBER``."""
    return [
        sys.executable,
        "-m",
        server,
        *(_uvicorn(listen) if server == UVICORN else _daphne(listen)),
        APPLICATION,
    ]


def _daphne(listen: tuple[str, ...]) -> list[str]:
    limits = ["--websocket-max-message-size", "--websocket-max-frame-size"]
    return [
        *("--verbosity", "0", "--no-server-name"),
        *(part for limit in limits for part in (limit, str(LARGEST_MESSAGE))),
        *(_endpoint(*listen[1::2]) if listen[0] == "--bind" else listen),
    ]


def _endpoint(address: str, port: str) -> tuple[str, str]:
    """Return Daphne's option for an address. With ``--bind`` only 50 connections may wait to be accepted."""
    escaped = address.replace(":", r"\:")
    return "--endpoint", f"tcp:port={port}:interface={escaped}:backlog={BACKLOG}"


def _uvicorn(listen: tuple[str, ...]) -> list[str]:
    return [
        # uvicorn's warnings are about client errors.
        *("--log-level", "error", "--no-server-header", "--no-proxy-headers", "--lifespan", "off"),
        # "auto" is uvloop wherever that is installed: everywhere but on Windows.
        *("--loop", "auto", "--http", f"{PROTOCOLS}:HTTP", "--ws", f"{PROTOCOLS}:WebSocket"),
        *("--ws-max-size", str(LARGEST_MESSAGE)),
        # As on Daphne: the thread of a page may wait for the database.
        *("--timeout-graceful-shutdown", f"{LINGER:.0f}"),
        # Compressing each message costs more memory and time than it saves.
        *("--ws-per-message-deflate", "false"),
        *("--host" if part == "--bind" else part for part in listen),
    ]
