"""Rate limit of websocket frames that never reach the application: pings, pongs, message fragments.

The server answers pings and reassembles fragments itself, so limits on messages don't see them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games_app.lib.rate_limit import TokenBucket
from games_app.live import socket_limits
from games_app.live.joining import address_of
from games_app.live.room import COMMAND_BURST, COMMANDS_PER_SECOND


class ControlFrames:
    """Counter of the frames of one websocket, and of all websockets of its address."""

    def __init__(self, scope: Mapping[str, Any]) -> None:
        self._own = TokenBucket(COMMAND_BURST, COMMANDS_PER_SECOND)
        self._address = address_of(dict(scope))

    def allowed(self) -> bool:
        """Count one more frame; return False if the sender must be disconnected."""
        return not (self._own.wait_ms() or socket_limits.CONTROL.wait_ms(self._address))
