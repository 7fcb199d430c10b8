"""Log of Redis outages: one line for all its users, and one when it is back."""

from __future__ import annotations

import logging

import redis

from games_app.lib.outage_log import OutageLog

OUT_OF_REACH = redis.RedisError, OSError, TimeoutError

redis_log = OutageLog(
    logging.getLogger(__name__),
    "Redis is out of reach; processes hear of each other's events later, and count requests alone",
    OUT_OF_REACH,
)


class RedisErrors(logging.Filter):
    """Filter for a library's log: outages of Redis go to ``redis_log`` instead."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, OUT_OF_REACH):
            return True
        redis_log.failed(error)
        return False
