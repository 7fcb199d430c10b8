"""Rate limit of websocket frames that never reach the application: pings, pongs, message fragments.

The server answers pings and reassembles fragments itself, so limits on messages don't see them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakValueDictionary

from games_app.lib.token_bucket import TokenBucket
from games_app.live.handshake import address_of
from games_app.live.room import COMMAND_BURST, COMMANDS_PER_SECOND
from games_app.servers.limits import CONTROL_BURST_PER_ADDRESS, CONTROL_PER_SECOND_PER_ADDRESS

_addresses: WeakValueDictionary[str, TokenBucket] = WeakValueDictionary()
"""Address -> the bucket shared by its open sockets."""


class ControlFrames:
    """Counter of the frames of one websocket, and of all websockets of its address."""

    def __init__(self, scope: Mapping[str, Any]) -> None:
        self._own = TokenBucket(COMMAND_BURST, COMMANDS_PER_SECOND)
        address = address_of(dict(scope))
        shared = _addresses.get(address)
        if shared is None:
            shared = TokenBucket(CONTROL_BURST_PER_ADDRESS, CONTROL_PER_SECOND_PER_ADDRESS)
            _addresses[address] = shared
        self._shared = shared

    def allowed(self) -> bool:
        """Count one more frame; return False if the sender must be disconnected."""
        return not (self._own.wait_ms() or self._shared.wait_ms())
