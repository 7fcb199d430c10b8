"""The site's one clock. Services are given the time as an argument; only doors read it here."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    return datetime.now(UTC)
