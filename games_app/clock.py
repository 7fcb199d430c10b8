"""The site's one clock. Services are given the time as an argument; only doors read it here."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)


def now() -> datetime:
    return datetime.now(UTC)


def ms(moment: datetime) -> int:
    """Milliseconds since 1970, as times travel."""
    return (moment - _EPOCH) // _MS


def moment(ms: int) -> datetime:
    """The other way round."""
    return _EPOCH + ms * _MS
