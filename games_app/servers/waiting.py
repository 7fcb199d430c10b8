"""Connections that wait for a request, or for the rest of one."""

from __future__ import annotations

from typing import Protocol

from games_app.lib.client_ip import is_trusted_proxy, rate_limit_key
from games_app.servers.limits import CONNECTIONS_PER_ADDRESS
from games_app.servers.open_files import raise_limit


class Waiting(Protocol):
    def give_up(self) -> None:
        """Close the connection at once."""


class WaitingConnections:
    """Waiting connections, limited per address and in all; beyond it the longest-waiting one is closed.

    A client that sends a whole request at once is always served, however many others send none. Connections
    of trusted proxies count toward the total only, since they carry all clients.
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
        """Count the connection as waiting no longer."""
        address = self._address_of.pop(connection, None)
        if address is not None:
            del self._of_address[address][connection]
            if not self._of_address[address]:
                del self._of_address[address]

    def _end_oldest(self, among: dict[Waiting, str] | dict[Waiting, None]) -> None:
        oldest = next(iter(among))
        self.discard(oldest)
        oldest.give_up()


waiting = WaitingConnections(CONNECTIONS_PER_ADDRESS, raise_limit() // 2)
"""The waiting connections of this process: at most half of its open files."""
