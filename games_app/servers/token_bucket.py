"""The pace of one sender within this process."""

from __future__ import annotations

import time


class TokenBucket:
    """Holds up to ``burst`` tokens and gets ``per_second`` new ones."""

    __slots__ = ("__weakref__", "_burst", "_counted_at", "_per_second", "_tokens")

    def __init__(self, burst: int, per_second: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._tokens, self._counted_at = float(burst), time.monotonic()

    def take(self) -> bool:
        """One token, if there is one."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._counted_at) * self._per_second)
        self._counted_at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
