"""How often somebody may ask for something: so many at once, then so many a second.

A token bucket as the generic cell rate algorithm (GCRA) keeps it: all that is stored of a bucket is when it
will be full again. Web processes share their buckets in Redis; without it, or while it is out of reach, each
has its own.
"""

from __future__ import annotations

import functools
import heapq
import logging
import math
import threading
import time
from dataclasses import dataclass

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

log = logging.getLogger(__name__)

LARGEST_TABLE = 50_000
"""Buckets that one process keeps by itself, in some 15 MB at most: more than one sender has addresses."""

PATIENCE = 0.5
"""Seconds that a request waits for Redis: one that hangs must not hang the pages."""
OUT_OF_REACH = 1.0
"""Seconds until a Redis that failed is tried again, by one request."""

TAKE = """
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local interval, capacity, taken = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local stored = tonumber(redis.call('GET', KEYS[1]) or now)
-- No bucket is emptier than empty: what says so was stored before the clock of this machine was set back.
local full_at = math.min(math.max(stored, now), now + capacity)
local early = full_at + taken * interval - now - capacity
if early <= 0 then
    full_at = full_at + taken * interval
end
if full_at ~= stored then
    redis.call('SET', KEYS[1], string.format('%.0f', full_at), 'PX', math.ceil((full_at - now) / 1000) + 1)
end
return math.ceil(math.max(early, 0) / 1000)
"""
"""Looks into a bucket and takes from it in one step, by the clock of Redis: the clocks of web machines may
differ. Times are microseconds; the answer is how many milliseconds to wait.
"""


def whole_seconds(ms: int) -> int:
    """So many seconds that the milliseconds are over by then."""
    return -(-ms // 1000)


@dataclass(frozen=True, slots=True)
class RateLimit:
    """A bucket for each key that holds ``burst`` tokens and gets ``per_second`` new ones."""

    name: str
    burst: int
    per_second: float

    def wait(self, key: str, cost: int = 1) -> int:
        """0 and ``cost`` tokens less; or, with fewer in the bucket, the milliseconds until there are as many.

        However many ask at once, in whatever process, no more pass than there are tokens. What costs more
        than ``burst`` never passes.
        """
        place = f"limit:{self.name}:{key}"
        common = _common(settings.REDIS_URL) if settings.REDIS_URL else None
        waiting = common.take(place, self, cost) if common else None
        return buckets.take(place, self, cost) if waiting is None else waiting


class Buckets:
    """The buckets of this process, by a clock that nobody sets.

    Of too many those go that will be full soonest: to be forgotten gives them least. Somebody with many
    addresses, who takes little with each, pushes out nobody who has taken all.
    """

    def __init__(self, largest: int = LARGEST_TABLE) -> None:
        self._largest = largest
        self._full_at: dict[str, float] = {}
        self._lock = threading.Lock()

    def take(self, place: str, limit: RateLimit, cost: int) -> int:
        interval = 1 / limit.per_second
        with self._lock:
            now = time.monotonic()
            full_at = max(self._full_at.get(place, now), now) + cost * interval
            early = full_at - now - limit.burst * interval
            if early > 1e-9:
                return math.ceil(early * 1000)
            self._full_at[place] = full_at
            if len(self._full_at) > self._largest:
                self._forget()
            return 0

    def __len__(self) -> int:
        return len(self._full_at)

    def clear(self) -> None:
        with self._lock:
            self._full_at.clear()

    def _forget(self) -> None:
        """Make room for a while, so that not each newcomer costs a search."""
        kept = heapq.nlargest(self._largest * 9 // 10, self._full_at.items(), key=lambda item: item[1])
        self._full_at = dict(kept)


buckets = Buckets()


class CommonBuckets:
    """The buckets that all web processes share, in Redis."""

    def __init__(self, url: str) -> None:
        # A connection that broke unnoticed is worth a second try; to wait a second time is not.
        retry = Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,))
        pool = redis.BlockingConnectionPool.from_url(
            url,
            max_connections=20,
            timeout=PATIENCE,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=retry,
        )
        self._take = redis.Redis(connection_pool=pool).register_script(TAKE)
        self._lock = threading.Lock()
        self._failed = False
        self._again_at = 0.0

    def take(self, place: str, limit: RateLimit, cost: int) -> int | None:
        """Milliseconds to wait, as ``RateLimit.wait`` says it; None: Redis is out of reach."""
        if not self._worth_trying():
            return None
        interval = 1_000_000 / limit.per_second
        try:
            waiting = int(self._take(keys=[place], args=[interval, limit.burst * interval, cost]))
        except (redis.RedisError, OSError) as error:
            self._note_failure(error)
            return None
        self._failed = False
        return waiting

    def _worth_trying(self) -> bool:
        """Always while it answers; else for one request a second, which the others don't wait for."""
        if not self._failed:
            return True
        with self._lock:
            now = time.monotonic()
            if now < self._again_at:
                return False
            self._again_at = now + OUT_OF_REACH
            return True

    def _note_failure(self, error: Exception) -> None:
        if not self._failed:
            self._failed = True
            log.warning("Redis is out of reach; until it is back, each process counts by itself: %s", error)


_common = functools.cache(CommonBuckets)
