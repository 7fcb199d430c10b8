"""Connections on which the server waits: for a request, for the rest of one, or for the next one."""

from __future__ import annotations

from typing import Protocol

from games_app.lib.client_ip import is_trusted_proxy, rate_limit_key
from games_app.servers.limits import CONNECTIONS_PER_ADDRESS
from games_app.servers.open_files import raise_limit


class Waiting(Protocol):
    def give_up(self) -> None:
        """End the connection at once."""


class WaitingConnections:
    """So many of one address, and so many in all: beyond that, those that have waited longest are ended.

    Whoever sends a whole request at once is always let in, however many others send none. Connections of
    trusted proxies count in all only: they come from everybody.
    """

    def __init__(self, per_address: int, in_all: int) -> None:
        self._per_address, self._in_all = per_address, in_all
        self._address_of: dict[Waiting, str] = {}
        self._of_address: dict[str, dict[Waiting, None]] = {}

    def add(self, connection: Waiting, peer: str) -> None:
        """Wait for something on this connection, from now on."""
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
        """Nothing is waited for there any more."""
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
"""Those of this process. The other half of its files is for whom it serves."""
