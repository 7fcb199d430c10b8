"""The web server: its command line, the addresses it listens on, and the URLs at which it is reached."""

from __future__ import annotations

import errno
import os
import socket
import sys
from pathlib import Path

ALL_ADDRESSES = "0.0.0.0"  # noqa: S104  (bound only where the host asks for it)
WILDCARDS = {ALL_ADDRESSES: "127.0.0.1", "::": "::1"}
"""Wildcard address -> the loopback address at which this machine reaches the server."""
CONTAINER_MARKS = (Path("/.dockerenv"), Path("/run/.containerenv"))
"""Files of which one exists in a container; a container's own address can't be reached from outside."""


class Unusable(Exception):
    """Raised for an address that can't be used for listening; the message says why and what to do."""


def claim(host: str, port: int) -> tuple[str, int]:
    """Try to bind, and return the numeric address and the port to listen on.

    Port 0 finds a free one. Raises Unusable.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror:
        raise Unusable(_no_such_host(host)) from None
    with socket.socket(family) as listener:
        if os.name == "posix":  # elsewhere the option would let two programs share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(address)
        except OSError as error:
            raise Unusable(_why(error, host, port)) from None
        return str(address[0]), int(listener.getsockname()[1])


def _why(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            other = port + 1 if port < 65535 else 8000
            return (
                f"Port {port} is taken by another program. "
                f"End that program, or choose another port, for example --port {other}."
            )
        case errno.EACCES:
            return f"Port {port} is kept for the system. Choose one from 1024 up, for example --port 8000."
        case _:
            return _no_such_host(host)


def _no_such_host(host: str) -> str:
    return (
        f"{host} is not an address of this machine. Use --host 127.0.0.1 to play on this machine only, "
        "or --host 0.0.0.0 to let everybody in your network join."
    )


def url(address: str, port: int) -> str:
    return f"http://[{address}]:{port}/" if ":" in address else f"http://{address}:{port}/"


def in_the_network(address: str) -> str | None:
    """Return the address at which other machines reach a server on `address`; None if they can't."""
    if address in ("127.0.0.1", "::1"):
        return None
    if address not in WILDCARDS:
        return address
    if any(mark.exists() for mark in CONTAINER_MARKS):
        return None
    family, elsewhere = (socket.AF_INET6, "2001:db8::1") if address == "::" else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as route:
        try:
            route.connect((elsewhere, 9))  # UDP: sends nothing, only selects a route
        except OSError:
            return None
        return str(route.getsockname()[0])


def lan_address(host: str) -> str:
    """Return the address of this machine in its local network: ``host``, if it is one.

    Raises Unusable if there is none.
    """
    only_here = host in ("localhost", *WILDCARDS, *WILDCARDS.values())
    address = in_the_network(ALL_ADDRESSES) if only_here else host
    if address is None:
        raise Unusable(
            "This machine has no address in a local network, or runs in a container. Connect it to the "
            "network, or name its address there, for example --lan --host 192.168.1.20."
        )
    return address


def answers(address: str, port: int) -> bool:
    """Return whether something accepts connections there now."""
    try:
        socket.create_connection((WILDCARDS.get(address, address), port), timeout=1).close()
    except OSError:
        return False
    return True


APPLICATION = "boardgames.asgi:application"
LARGEST_MESSAGE = 16 * 1024
"""Largest websocket message from a client, in bytes; a command takes a few hundred."""

BACKLOG = 2048
"""Maximum number of connections waiting to be accepted; the system may allow fewer. Daphne's is 50."""


def command_line(*listen: str) -> list[str]:
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
