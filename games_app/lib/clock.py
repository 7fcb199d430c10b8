"""The site's one clock. Services are given the time as an argument; only doors read it here.

A test may turn it: ``CLOCK_SHIFT`` names a file with the seconds to add, and works with DEBUG only.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)


def now() -> datetime:
    return datetime.now(UTC) + _shift() if settings.CLOCK_SHIFT else datetime.now(UTC)


def ms(moment: datetime) -> int:
    """Milliseconds since 1970, as times travel."""
    return (moment - _EPOCH) // _MS


def moment(ms: int) -> datetime:
    """The other way round."""
    return _EPOCH + ms * _MS


def _shift() -> timedelta:
    file = Path(settings.CLOCK_SHIFT)
    return timedelta(seconds=float(file.read_text() or 0) if file.exists() else 0)
