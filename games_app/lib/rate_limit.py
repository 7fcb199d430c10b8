"""Rate limits with a burst and a refill rate: the generic cell rate algorithm (GCRA) and its stores.

``RateLimit.take`` is the algorithm: a token bucket whose only state is the time when it will be full again.
Web processes share their buckets in Redis. Without Redis, or while it is out of reach, each process has its
own. A ``Bucket`` belongs to one object of this process, such as a socket. ``record.commands.command_quota``
keeps buckets in the match record. ``lib.loop_limit`` uses those in Redis without waiting for them.
"""

from __future__ import annotations

import functools
import heapq
import math
import threading
import time
from dataclasses import dataclass, field
from typing import NamedTuple

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from games_app.lib.outage_log import redis_log

LARGEST_TABLE = 50_000
"""Maximum number of buckets in one process's memory, about 15 MB: a sender may have many addresses."""
FEW = 1_000
"""Number of buckets up to which none is dropped, not even full ones."""

REDIS_PATIENCE = 0.5
"""Seconds that a request waits for Redis: a hanging Redis must not hang the pages."""
OUT_OF_REACH = 1.0
"""Seconds between attempts to reach a failed Redis; one request makes each attempt."""

TAKE_SCRIPT = """
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local interval, capacity, taken = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local stored = tonumber(redis.call('GET', KEYS[1]) or now)
-- Cap at an empty bucket: a later time was stored before this machine's clock was set back.
local full_at = math.min(math.max(stored, now), now + capacity)
local early = full_at + taken * interval - now - capacity
if early <= 0 then
    full_at = full_at + taken * interval
end
if full_at ~= stored then
    local kept = math.max(math.ceil((full_at - now) / 1000), 0) + 1
    redis.call('SET', KEYS[1], string.format('%.0f', full_at), 'PX', kept)
end
return {math.ceil(math.max(early, 0) / 1000), math.ceil((full_at - now) / 1000)}
"""
"""``RateLimit.take`` as a Lua script, which Redis runs atomically. It uses the clock of Redis, since the
clocks of web machines may differ. Times are microseconds; the result is a ``Charge``, in milliseconds.
"""
PRECISION = 1e-5
"""Seconds by which a token may come early: sums of floating-point times are not exact."""


def whole_seconds(ms: int) -> int:
    """Return the milliseconds as seconds, rounded up."""
    return -(-ms // 1000)


class Charge(NamedTuple):
    """Result of taking tokens, in milliseconds."""

    wait: int
    """Time after which they can be taken; 0 if they were."""
    until_full: int
    """Time until the bucket is full again."""


@dataclass(frozen=True, slots=True)
class RateLimit:
    """A bucket for each key that holds ``burst`` tokens and gains ``per_second``."""

    name: str
    burst: int
    per_second: float
    # Computed once: each message asks three limits.
    interval: float = field(init=False)
    """Seconds until the next token."""
    capacity: float = field(init=False)
    """Seconds until an empty bucket is full."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "interval", 1 / self.per_second)
        object.__setattr__(self, "capacity", self.burst / self.per_second)

    def take(self, full_at: float, now: float, cost: int = 1) -> tuple[float, int]:
        """Take ``cost`` tokens from a bucket that will be full at ``full_at``.

        Return when it will be full after that, and 0. If there are too few tokens, return the unchanged time
        and the milliseconds to wait. Times are seconds of any one clock.
        """
        # No bucket is emptier than empty: a later time was stored before the clock was set back.
        if full_at < now:
            full_at = now
        elif full_at > now + self.capacity:
            full_at = now + self.capacity
        later = full_at + cost * self.interval
        early = later - now - self.capacity
        return (full_at, math.ceil((early - PRECISION) * 1000)) if early > PRECISION else (later, 0)

    def wait(self, key: str, cost: int = 1) -> int:
        """Take ``cost`` tokens and return 0, or take none and return the milliseconds to wait."""
        return self.charge(key, cost).wait

    def charge(self, key: str, cost: int = 1) -> Charge:
        """Take ``cost`` tokens, or none if there are too few. A ``cost`` above ``burst`` never passes.

        Atomic over all processes that share the bucket.
        """
        if not settings.RATE_LIMITS:
            return Charge(0, 0)
        bucket = f"limit:{self.name}:{key}"
        shared = _redis_buckets(settings.REDIS_URL) if settings.REDIS_URL else None
        charge = shared.take(bucket, self, cost) if shared else None
        return buckets.take(bucket, self, cost) if charge is None else charge

    def tokens(self, charge: Charge) -> int:
        """Return the number of tokens that the bucket has left after a charge."""
        left = self.burst - charge.until_full * self.per_second / 1000
        return max(math.floor(left + PRECISION), 0)

    def give_back(self, key: str) -> None:
        """Return a token that was taken."""
        self.wait(key, -1)


class Buckets:
    """The buckets of this process, timed by the monotonic clock.

    Full buckets are dropped now and then, which changes nothing. If there are too many, those that will be
    full soonest are dropped: they gain least from it. So a sender with many addresses who takes little from
    each can't evict an empty bucket.
    """

    def __init__(self, largest: int = LARGEST_TABLE) -> None:
        self._largest = largest
        self._room = min(FEW, largest)
        """Number of buckets above which some are dropped."""
        self._full_at: dict[str, float] = {}
        self._lock = threading.Lock()

    def take(self, bucket: str, limit: RateLimit, cost: int) -> Charge:
        with self._lock:
            now = time.monotonic()
            full_at, wait = limit.take(self._full_at.get(bucket, now), now, cost)
            if not wait:
                self._full_at[bucket] = full_at
                if len(self._full_at) > self._room:
                    self._forget(now)
            return Charge(wait, math.ceil(max(full_at - now, 0) * 1000))

    def __len__(self) -> int:
        return len(self._full_at)

    def clear(self) -> None:
        with self._lock:
            self._full_at.clear()

    def _forget(self, now: float) -> None:
        """Drop full buckets.

        If there are still too many, drop a tenth, so that not every new bucket costs a search.
        """
        kept = [item for item in self._full_at.items() if item[1] > now]
        if len(kept) > self._largest * 9 // 10:
            kept = heapq.nlargest(self._largest * 9 // 10, kept, key=lambda item: item[1])
        self._full_at = dict(kept)
        self._room = min(self._largest, max(FEW, 2 * len(kept)))


buckets = Buckets()


class RedisBuckets:
    """The buckets in Redis, shared by all web processes."""

    def __init__(self, url: str) -> None:
        # Retry after a connection that broke unnoticed, but not after a timeout.
        retry = Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,))
        pool = redis.BlockingConnectionPool.from_url(
            url,
            max_connections=20,
            timeout=REDIS_PATIENCE,
            socket_timeout=REDIS_PATIENCE,
            socket_connect_timeout=REDIS_PATIENCE,
            retry=retry,
        )
        self._take = redis.Redis(connection_pool=pool).register_script(TAKE_SCRIPT)
        self._lock = threading.Lock()
        self._failed = False
        self._again_at = 0.0

    def take(self, bucket: str, limit: RateLimit, cost: int) -> Charge | None:
        """Take tokens as ``RateLimit.charge`` does, or return None if Redis is out of reach."""
        if not self._worth_trying():
            return None
        interval, capacity = 1_000_000 * limit.interval, 1_000_000 * limit.capacity
        try:
            charge = Charge(*self._take(keys=[bucket], args=[interval, capacity, cost]))
        except (redis.RedisError, OSError) as error:
            self._note_failure(error)
            return None
        self._failed = False
        redis_log.worked()
        return charge

    def _worth_trying(self) -> bool:
        """Return True while Redis answers; after a failure, for one request every OUT_OF_REACH seconds."""
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
            redis_log.failed(error)


_redis_buckets = functools.cache(RedisBuckets)


_LIMITS = settings.RATE_LIMITS
"""Read once: each message asks three buckets."""


@dataclass(slots=True, eq=False)
class Bucket:
    """One bucket of this process, for something that needs no key, such as a socket. Full at first."""

    limit: RateLimit
    full_at: float = 0.0

    def wait_ms(self, cost: int = 1) -> int:
        """Take ``cost`` tokens and return 0, or take none and return the milliseconds to wait."""
        if not _LIMITS:
            return 0
        self.full_at, wait = self.limit.take(self.full_at, time.monotonic(), cost)
        return wait

    @property
    def full(self) -> bool:
        return self.full_at <= time.monotonic()
