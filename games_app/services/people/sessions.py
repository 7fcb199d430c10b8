"""Deletion of expired sessions."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session

GRACE = timedelta(days=30)
"""Time for which expired sessions are kept, so that a clock that is wrong for a while deletes no guests."""
MOST = 200
"""Sessions deleted at once, so that other writers wait a few milliseconds at most."""


def clear_expired(now: datetime) -> int:
    """Delete some sessions that expired long ago; return their number. Writes nothing if there are none."""
    ended = Session.objects.filter(expire_date__lt=now - GRACE)
    some = list(ended.values_list("pk", flat=True)[:MOST])
    if some:
        ended.filter(pk__in=some).delete()
    return len(some)
