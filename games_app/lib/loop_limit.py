"""Rate limits for the event loop: of sockets and of all requests, shared by all processes.

The event loop must know at once whether a message or a request is within the limit, so it can't wait for
Redis. Each process has its own buckets. Afterwards, in the background, it takes the tokens it has used from
the shared bucket. If other processes have taken them and the shared bucket lacks them, the local bucket is
closed until it gets them. So n processes allow an address no more than one does, except for each process's
credit.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from django.conf import settings

from games_app.lib.rate_limit import Bucket, RateLimit

log = logging.getLogger(__name__)

LARGEST_TABLE = 1_000
"""Number of keys above which full buckets are dropped, which changes nothing for them."""
LEAST_CREDIT = 40
RETRY_MS = 100
"""Milliseconds to wait while the shared bucket is being queried."""

_payer = ThreadPoolExecutor(1, "rate-limit")
"""Separate thread, so that a hanging Redis delays no messages."""


@dataclass(slots=True)
class Usage:
    """Tokens that one address or player has taken in this process."""

    bucket: Bucket
    unpaid: int = 0
    """Tokens taken here but not yet from the shared bucket."""
    paying: asyncio.Task[None] | None = None
    closed_until: float | None = None
    """Expected end of the closure, by the monotonic clock; None while the bucket is open."""


class LoopLimit:
    """Rate limit for each key, used in the event loop."""

    def __init__(self, limit: RateLimit, lot: int = 0, *, shared: bool | None = None) -> None:
        """Create a limit.

        ``lot`` is the number of unpaid tokens at which they are paid, by default a twentieth of the burst.
        ``shared`` says whether processes share the limit, by default if there is a Redis.
        """
        self.limit = limit
        self._shared = bool(settings.REDIS_URL) if shared is None else shared
        self._lot = lot or max(limit.burst // 20, 1)
        self.credit = max(limit.burst // 4, LEAST_CREDIT)
        """Maximum number of unpaid tokens, given without knowing what other processes have given."""
        self._usages: dict[str, Usage] = {}
        self._largest = LARGEST_TABLE

    def wait_ms(self, key: str, cost: int = 1) -> int:
        """Take ``cost`` tokens of ``key`` and return 0, or return the milliseconds to wait. Never blocks."""
        usage = self._usages.get(key) or self._opened(key)
        if not self._shared:
            return usage.bucket.wait_ms(cost)
        if usage.closed_until is not None:
            return max(math.ceil((usage.closed_until - time.monotonic()) * 1000), RETRY_MS)
        if usage.unpaid >= self.credit:
            return RETRY_MS
        if wait := usage.bucket.wait_ms(cost):
            return wait
        usage.unpaid += cost
        if usage.unpaid >= self._lot and usage.paying is None:
            usage.paying = asyncio.create_task(self._pay(key, usage))
        return 0

    def _opened(self, key: str) -> Usage:
        if len(self._usages) >= self._largest:
            self._usages = {
                other: kept for other, kept in self._usages.items() if kept.paying or not kept.bucket.full
            }
            self._largest = max(LARGEST_TABLE, 2 * len(self._usages))
        self._usages[key] = usage = Usage(Bucket(self.limit))
        return usage

    async def _pay(self, key: str, usage: Usage) -> None:
        """Take the unpaid tokens from the shared bucket; close this one while it can't get them."""
        try:
            while usage.unpaid >= self._lot or usage.closed_until is not None:
                owed = usage.unpaid
                if wait := await self._taken(key, owed):
                    usage.closed_until = time.monotonic() + wait / 1000
                    await asyncio.sleep(wait / 1000)
                else:
                    usage.unpaid -= owed
                    usage.closed_until = None
        except Exception:
            usage.unpaid = 0
            log.exception("The shared rate limits can't be read; this process counts by itself")
        finally:
            usage.paying = usage.closed_until = None

    async def _taken(self, key: str, cost: int) -> int:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_payer, lambda: self.limit.wait(key, cost))
