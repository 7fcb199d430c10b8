"""Progress of a request's body, and its deadline."""

from __future__ import annotations

import time

from games_app.servers.limits import BODY_BYTES_PER_SECOND, BODY_SECONDS


class Body:
    """Count of the bytes received of one body."""

    __slots__ = ("_began_at", "size")

    def __init__(self) -> None:
        self._began_at, self.size = time.monotonic(), 0

    def add(self, size: int) -> None:
        self.size += size

    def seconds_left(self) -> float:
        """Return the seconds until more must have been received."""
        allowed = BODY_SECONDS + self.size / BODY_BYTES_PER_SECOND
        return max(0.0, self._began_at + allowed - time.monotonic())
