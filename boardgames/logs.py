"""Bounds on what clients can write into the log: few and short lines, which they can't forge, no tokens."""

from __future__ import annotations

import copy
import json
import logging
import re
from datetime import UTC, datetime
from types import TracebackType

from games_app.door.cors import API
from games_app.lib.ids import without_tokens
from games_app.lib.rate_limit import Bucket, RateLimit

LONGEST_PART = 200
"""Maximum length of an argument, such as a path; clients can send up to 64 kB."""
LONGEST_LINE = 1000

LINES = RateLimit("client errors", burst=60, per_second=1.0)
"""Limit on lines about client errors, so that a scanner does not fill the disk."""

UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, including those that change the direction of writing, and surrogates."""


def readable(text: str, longest: int) -> str:
    text = without_tokens(text)
    shown = UNPRINTABLE.sub(lambda match: match[0].encode("unicode_escape").decode(), text[:longest])
    left_out = len(text) - longest
    return f"{shown}... ({left_out} more)" if left_out > 0 else shown


def _bounded(record: logging.LogRecord) -> logging.LogRecord:
    """Return a copy of the record with bounded arguments."""
    shown = copy.copy(record)
    if isinstance(record.args, tuple):
        shown.args = tuple(
            readable(argument, LONGEST_PART) if isinstance(argument, str) else argument
            for argument in record.args
        )
    return shown


class OneLine(logging.Formatter):
    """Formatter that writes each record as one line, with a traceback below it."""

    def format(self, record: logging.LogRecord) -> str:
        return super().format(_bounded(record))

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = readable(record.message, LONGEST_LINE)
        return super().formatMessage(record)

    def formatException(
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None],
    ) -> str:
        lines = super().formatException(ei).split("\n")
        return "\n".join(readable(line, LONGEST_LINE) for line in lines)


class JsonLine(OneLine):
    """Formatter that writes each record as one line of JSON, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": readable(_bounded(record).getMessage(), LONGEST_LINE),
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry)


class ClientErrors(logging.Filter):
    """Bound Django's messages about client errors (status below 500), and remove their tracebacks.

    The line after a gap says how many were left out. Refusals of the API are no warnings: programs try what
    may be refused, and read why.
    """

    def __init__(self) -> None:
        super().__init__()
        self._bucket = Bucket(LINES)
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        if not _by_client(record):
            return True
        level = logging.INFO if _is_of_api(record) else logging.WARNING
        if level < logging.getLogger().level:
            return False
        if self._bucket.wait_ms():
            self._left_out += 1
            return False
        record.levelno, record.levelname = level, logging.getLevelName(level)
        record.exc_info = record.exc_text = None
        if self._left_out:
            record.msg = f"({self._left_out} lines about client errors left out) {record.msg}"
            self._left_out = 0
        return True


def _is_of_api(record: logging.LogRecord) -> bool:
    request = getattr(record, "request", None)
    return request is not None and request.path_info.startswith(API)


def _by_client(record: logging.LogRecord) -> bool:
    if record.name == "django.request":
        return getattr(record, "status_code", 500) < 500
    return record.name.startswith("django.security.")
