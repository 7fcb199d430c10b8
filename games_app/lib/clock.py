"""The site's clock. Services take the time as an argument; only entry points read the clock here.

Tests can shift it: ``CLOCK_SHIFT`` names a file with the seconds to add. It works only with DEBUG.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)
_SHIFT = Path(settings.CLOCK_SHIFT) if settings.CLOCK_SHIFT else None
"""Read once: each action asks for the time, and reading Django's settings takes longer than that."""


def now() -> datetime:
    return datetime.now(UTC) + _shift(_SHIFT) if _SHIFT else datetime.now(UTC)


def ms(moment: datetime) -> int:
    """Return milliseconds since 1970 (UTC), the form of times in messages."""
    return (moment - _EPOCH) // _MS


def moment(ms: int) -> datetime:
    """Return the time of ``ms`` milliseconds since 1970 (UTC)."""
    return _EPOCH + ms * _MS


def _shift(file: Path) -> timedelta:
    return timedelta(seconds=float(file.read_text() or 0) if file.exists() else 0)
