"""How much the sockets of one address, and those of one person, may ask for: over all processes.

Whoever reads a message must know at once whether it counts, without waiting for a cache. So each process has
buckets of its own, and pays for what was taken from them into the common bucket of all processes afterwards,
in the background. What cannot be paid, since other processes have taken it, closes the bucket here until it
is. So n processes give an address no more than one does, but for what each gives on credit.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from django.conf import settings

from games_app.lib.rate_limit import RateLimit
from games_app.lib.token_bucket import TokenBucket

log = logging.getLogger(__name__)

LARGEST_TABLE = 10_000
"""With so many keys those are forgotten whose buckets are full again, as a new one is."""
LEAST_CREDIT = 40
RETRY_MS = 100
"""When to try again, while it is being found out what other processes have taken."""

_payer = ThreadPoolExecutor(1, "rate-limit")
"""Of its own: a common cache that hangs keeps nobody waiting."""


@dataclass(slots=True)
class Account:
    """What one address or person has taken here."""

    bucket: TokenBucket
    unpaid: int = 0
    """Tokens taken here, but not from the common bucket yet."""
    paying: asyncio.Task[None] | None = None
    closed_until: float | None = None
    """Nothing is given before what is owed is paid: about then, on the monotonic clock."""


class SocketLimit:
    """So many at once, then so many a second, for each key. To be asked in the event loop."""

    def __init__(self, limit: RateLimit, lot: int = 0, *, shared: bool | None = None) -> None:
        """``lot``: so much is owed before it is paid, a twentieth of the burst if not given. ``shared``: are
        there other processes to ask? If not given, where there is a Redis.
        """
        self.limit = limit
        self._shared = bool(settings.REDIS_URL) if shared is None else shared
        self._lot = lot or max(limit.burst // 20, 1)
        self.credit = max(limit.burst // 4, LEAST_CREDIT)
        """So much is given before it is known what other processes have given."""
        self._accounts: dict[str, Account] = {}
        self._largest = LARGEST_TABLE

    def wait_ms(self, key: str) -> int:
        """0, and one more is counted for ``key``; or how long it must wait. Takes no time."""
        account = self._accounts.get(key) or self._opened(key)
        if not self._shared:
            return account.bucket.wait_ms()
        if account.closed_until is not None:
            return max(math.ceil((account.closed_until - time.monotonic()) * 1000), RETRY_MS)
        if account.unpaid >= self.credit:
            return RETRY_MS
        if wait := account.bucket.wait_ms():
            return wait
        account.unpaid += 1
        if account.unpaid >= self._lot and account.paying is None:
            account.paying = asyncio.create_task(self._pay(key, account))
        return 0

    def _opened(self, key: str) -> Account:
        if len(self._accounts) >= self._largest:
            self._accounts = {
                other: one for other, one in self._accounts.items() if one.paying or not one.bucket.full
            }
            self._largest = max(LARGEST_TABLE, 2 * len(self._accounts))
        self._accounts[key] = account = Account(TokenBucket(self.limit.burst, self.limit.per_second))
        return account

    async def _pay(self, key: str, account: Account) -> None:
        """Take what is owed from the common bucket; nothing more is given here before that."""
        try:
            while account.unpaid >= self._lot or account.closed_until is not None:
                owed = account.unpaid
                if wait := await self._taken(key, owed):
                    account.closed_until = time.monotonic() + wait / 1000
                    await asyncio.sleep(wait / 1000)
                else:
                    account.unpaid -= owed
                    account.closed_until = None
        except Exception:
            account.unpaid = 0
            log.exception("What other processes have counted could not be asked; this one counts by itself")
        finally:
            account.paying = account.closed_until = None

    async def _taken(self, key: str, cost: int) -> int:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_payer, lambda: self.limit.wait(key, cost))


UNSEATED = SocketLimit(RateLimit("messages", burst=400, per_second=40))
"""Messages of one address from sockets that have no seat. An honest one says something every 15 seconds."""
SEATED = SocketLimit(RateLimit("messages-seated", burst=4000, per_second=1000))
"""Messages of one address from players: a whole school plays fast behind one."""
PERSON = SocketLimit(RateLimit("messages-person", burst=120, per_second=30))
"""Messages of one player, in however many tabs."""
OPENING = SocketLimit(RateLimit("sockets", burst=500, per_second=10))
"""Sockets that one address opens. After a restart all pages of a school come back at once."""
REFUSING = SocketLimit(RateLimit("messages-refused", burst=600, per_second=20))
"""Refusals ``too_fast`` to one address. Whoever goes on after these is sent away."""
