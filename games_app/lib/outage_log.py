"""What the log says while the record is out of reach: one line when it begins, one when it is over."""

from __future__ import annotations

import logging
import time

from django.db import InterfaceError, InternalError, OperationalError

OUT_OF_REACH = OperationalError, InterfaceError, InternalError
"""What passes by itself: no connection, a lock, a full disk, a database that ends or only reads."""


class OutageLog:
    """For one who tries again and again. What is no outage is a fault of ours, told with its traceback."""

    def __init__(self, log: logging.Logger, what: str) -> None:
        """``what`` cannot be done meanwhile: "Leases can't be renewed"."""
        self._log, self._what = log, what
        self._since: float | None = None

    def failed(self, error: Exception) -> None:
        if not isinstance(error, OUT_OF_REACH):
            self._log.error("%s; the next round tries again", self._what, exc_info=error)
        elif self._since is None:
            self._since = time.monotonic()
            self._log.warning("%s: %s (said once, until it is over)", self._what, one_line(error))

    def worked(self) -> None:
        if self._since is not None:
            seconds, self._since = time.monotonic() - self._since, None
            self._log.warning("Over after %.0f s: %s", seconds, self._what)


def one_line(error: Exception) -> str:
    """What the database said, whose own words may take several lines."""
    return " ".join(str(error).split()) or type(error).__name__
