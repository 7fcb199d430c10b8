"""Rate limit of one sender within this process."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

from django.conf import settings

_LIMITS = settings.RATE_LIMITS
"""Read once: each message asks three buckets."""


@dataclass(slots=True, weakref_slot=True, eq=False)
class TokenBucket:
    """Bucket of at most ``burst`` tokens that gets ``per_second`` new ones. Full at first."""

    burst: int
    per_second: float
    tokens: float = field(init=False)
    filled_at: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.tokens = self.burst

    def wait_ms(self, cost: int = 1) -> int:
        """Take ``cost`` tokens and return 0; with too few, take none and return the milliseconds to wait."""
        if not _LIMITS:
            return 0
        self._fill()
        if self.tokens < cost:
            return math.ceil((cost - self.tokens) / self.per_second * 1000)
        self.tokens -= cost
        return 0

    @property
    def full(self) -> bool:
        self._fill()
        return self.tokens >= self.burst

    def _fill(self) -> None:
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.filled_at) * self.per_second)
        self.filled_at = now
