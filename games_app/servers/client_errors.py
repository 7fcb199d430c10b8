"""Log filter for client errors: a bounded number of lines, without tracebacks."""

from __future__ import annotations

import logging

from games_app.lib.rate_limit import TokenBucket

BURST = 60
"""Lines about client errors at once; then it is PER_SECOND, so that a scanner does not fill the disk."""
PER_SECOND = 1.0


class ClientErrors(logging.Filter):
    """Bound what Django logs about client errors (status below 500), and remove tracebacks from it.

    The line after a gap says how many were left out.
    """

    def __init__(self) -> None:
        super().__init__()
        self._bucket = TokenBucket(BURST, PER_SECOND)
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        if not _by_client(record):
            return True
        if self._bucket.wait_ms():
            self._left_out += 1
            return False
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        if self._left_out:
            record.msg = f"({self._left_out} lines about client errors left out) {record.msg}"
            self._left_out = 0
        return True


def _by_client(record: logging.LogRecord) -> bool:
    if record.name == "django.request":
        return getattr(record, "status_code", 500) < 500
    return record.name.startswith("django.security.")
