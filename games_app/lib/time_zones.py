"""Time zones by their names in the IANA database, as browsers send them."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

LONGEST_NAME = 64
"""Maximum length of a zone's name."""


def known_zone(name: str) -> str:
    """Return the time zone's name; UTC for one that is unknown here."""
    try:
        return ZoneInfo(name[:LONGEST_NAME]).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return "UTC"


def local_moment(text: str, zone: str) -> datetime | None:
    """Return the time in UTC that a field ``datetime-local`` means in a zone; None for any other text.

    Of a time that the change of the clocks repeats, it is the first; one that it skips counts by the time
    before the change.
    """
    try:
        local = datetime.fromisoformat(text)
        return None if local.tzinfo else local.replace(tzinfo=ZoneInfo(known_zone(zone))).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
