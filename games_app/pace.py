"""How often somebody may ask for something: so many at once, then so many a second."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.core.cache import BaseCache, caches


def whole_seconds(ms: int) -> int:
    """So many seconds that the milliseconds are over by then."""
    return -(-ms // 1000)


@dataclass(frozen=True, slots=True)
class Pace:
    """A bucket that holds ``burst`` tokens and gets ``per_second`` new ones. Kept in the cache, by key."""

    name: str
    burst: int
    per_second: float

    def wait(self, key: str, now: datetime) -> int:
        """0 and one token less; or, with the bucket empty, the milliseconds until there is a token.

        Two processes or threads that read the same bucket at once may let one request too many pass. While
        the common cache is out of order, each process counts by itself.
        """
        try:
            return self._wait(caches["default"], key, now)
        except Exception:
            return self._wait(caches["local"], key, now)

    def _wait(self, cache: BaseCache, key: str, now: datetime) -> int:
        interval = 1 / self.per_second
        at = now.timestamp()
        place = f"pace:{self.name}:{key}"
        full_at: float = max(cache.get(place, 0.0), at)
        early = full_at + interval - at - self.burst * interval
        if early > 1e-9:
            return max(round(early * 1000), 1)
        cache.set(place, full_at + interval, timeout=int(self.burst * interval) + 1)
        return 0
