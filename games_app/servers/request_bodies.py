"""How much of a request's body has come, and how soon more of it must."""

from __future__ import annotations

import time

from games_app.servers.limits import BODY_BYTES_PER_SECOND, BODY_SECONDS


class Body:
    """Counts what comes of one body."""

    __slots__ = ("_began_at", "size")

    def __init__(self) -> None:
        self._began_at, self.size = time.monotonic(), 0

    def add(self, size: int) -> None:
        self.size += size

    def seconds_left(self) -> float:
        """Until more must have come than what there is."""
        allowed = BODY_SECONDS + self.size / BODY_BYTES_PER_SECOND
        return max(0.0, self._began_at + allowed - time.monotonic())
