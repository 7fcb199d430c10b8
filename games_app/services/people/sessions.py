"""Sessions that nobody can use any more."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session

GRACE = timedelta(days=30)
"""They are kept longer than they last: where a clock is wrong for a while, nobody is deleted for good."""
MOST = 200
"""Deleted at once: others who write wait a few milliseconds at most."""


def clear_expired(now: datetime) -> int:
    """Delete some of those that ended long ago; how many there were. Where none are, nothing is written."""
    ended = Session.objects.filter(expire_date__lt=now - GRACE)
    some = list(ended.values_list("pk", flat=True)[:MOST])
    if some:
        ended.filter(pk__in=some).delete()
    return len(some)
