"""Log lines about outages of the database and of Redis: one when an outage begins and one at its end."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

import redis
from django.db import InterfaceError, InternalError, OperationalError

OUT_OF_REACH = OperationalError, InterfaceError, InternalError
"""Errors that pass by themselves: no connection, a lock, a full disk, a stopping or read-only database."""


class OutageLog:
    """Log for a loop that retries. An error that is no outage is a bug, so its traceback is logged."""

    def __init__(
        self, log: logging.Logger, what: str, passing: tuple[type[BaseException], ...] = OUT_OF_REACH
    ) -> None:
        """Create a log; ``what`` says what fails during an outage: "Leases can't be renewed".

        ``passing`` are the errors of an outage.
        """
        self._log, self._what, self._passing = log, what, passing
        self._since: float | None = None

    def failed(self, error: BaseException) -> None:
        if not isinstance(error, self._passing):
            self._log.error("%s; the next round tries again", self._what, exc_info=error)
        elif self._since is None:
            self._since = time.monotonic()
            self._log.warning("%s: %s (said once, until it is over)", self._what, one_line(error))

    def worked(self) -> None:
        if self._since is not None:
            seconds, self._since = time.monotonic() - self._since, None
            self._log.warning("Over after %.0f s: %s", seconds, self._what)


def one_line(error: BaseException) -> str:
    """Return the error's message, which may span several lines, as one line."""
    return " ".join(str(error).split()) or type(error).__name__


async def repeat(work: Callable[[], Awaitable[None]], seconds: float, outages: OutageLog) -> None:
    """Call ``work`` every so many seconds, also after it has failed. Failures are logged."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
            outages.worked()
        except Exception as error:
            outages.failed(error)


REDIS_OUT_OF_REACH = redis.RedisError, OSError, TimeoutError

redis_log = OutageLog(
    logging.getLogger(__name__),
    "Redis is out of reach; processes hear of each other's events later, and count requests alone",
    REDIS_OUT_OF_REACH,
)


class RedisErrors(logging.Filter):
    """Filter for a library's log: outages of Redis go to ``redis_log`` instead."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, REDIS_OUT_OF_REACH):
            return True
        redis_log.failed(error)
        return False
