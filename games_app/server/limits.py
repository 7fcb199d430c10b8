"""Limits on the cost of a client, applied before the application is called."""

from __future__ import annotations

from typing import Protocol

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

from games_app.lib.client_ip import is_trusted_proxy, rate_limit_key

HEAD_SECONDS = 10.0
"""Seconds for a request's headers, from the first byte or the opening of the connection."""
BODY_SECONDS, BODY_BYTES_PER_SECOND = 10.0, 10_000
"""Grace period for a body, in seconds, and the minimum average rate after it."""
LINGER_SECONDS = 2.0
"""Seconds for which a refused connection is kept open, so that the client can read the response."""

LARGEST_HEAD = 16 * 1024
"""Maximum size of the request line with all headers, in bytes."""
LARGEST_BODY = 4_000_000
"""Maximum size of a body, in bytes. The largest file that ``/import`` takes has 3 MiB."""
CONNECTIONS_PER_ADDRESS = 200
"""Maximum number of one address's connections that wait for a request, or for the rest of one."""

UNSENT_LIMIT = 256 * 1024
"""Bytes that may wait for one websocket while its transport is full; with more it is aborted."""
UNREAD_SECONDS = 20.0
"""Seconds after which a connection is aborted whose client reads nothing of what waits for it."""
WAITING_MESSAGES = 8
"""Messages of one websocket that may wait for the application; with more, reading is paused."""

MOST_FILES = 65_536
"""Maximum limit on open files, more than a process can serve.

Some systems allow a thousand million, and programs iterate up to the limit.
"""


class Waiting(Protocol):
    def give_up(self) -> None:
        """Close the connection at once."""


class WaitingConnections:
    """Waiting connections, limited per address and in all; above it, the longest-waiting one is closed.

    A client that sends a whole request at once is always served, however many others send none. Connections
    of trusted proxies count only toward the total, since they carry all clients.
    """

    def __init__(self, per_address: int, in_all: int) -> None:
        self._per_address, self._in_all = per_address, in_all
        self._address_of: dict[Waiting, str] = {}
        self._of_address: dict[str, dict[Waiting, None]] = {}

    def add(self, connection: Waiting, peer: str) -> None:
        """Count the connection as waiting from now on."""
        self.discard(connection)
        address = "" if is_trusted_proxy(peer) else rate_limit_key(peer)
        own = self._of_address.setdefault(address, {})
        self._address_of[connection] = address
        own[connection] = None
        if address and len(own) > self._per_address:
            self._end_oldest(own)
        elif len(self._address_of) > self._in_all:
            self._end_oldest(self._address_of)

    def discard(self, connection: Waiting) -> None:
        """Stop counting the connection as waiting."""
        address = self._address_of.pop(connection, None)
        if address is not None:
            del self._of_address[address][connection]
            if not self._of_address[address]:
                del self._of_address[address]

    def _end_oldest(self, among: dict[Waiting, str] | dict[Waiting, None]) -> None:
        oldest = next(iter(among))
        self.discard(oldest)
        oldest.give_up()


def raise_limit() -> int:
    """Raise the soft limit on open files, which include connections, as far as the system permits. Return it.

    The usual 1024 are soon used up.
    """
    if resource is None:
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= MOST_FILES:
        return MOST_FILES
    files = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    except (OSError, ValueError):
        return soft
    return files
