"""Deletion of matches that were never played."""

from __future__ import annotations

from datetime import datetime, timedelta

from games_app.models import Match

MATCHES_A_ROUND = 50
"""Matches deleted at once, with seats and events, so that other writers wait a few milliseconds at most."""
UNPLAYED = (Match.Status.EXPIRED, Match.Status.CANCELLED)
"""Final statuses of a match that has not begun."""


def clear_unplayed(now: datetime, kept_days: int) -> int:
    """Delete some matches that expired or were cancelled before ``kept_days``; return their number.

    With 0 days all are kept.
    """
    if not kept_days:
        return 0
    ended = Match.objects.filter(status__in=UNPLAYED, acted_at__lt=now - timedelta(days=kept_days))
    some = list(ended.values_list("pk", flat=True)[:MATCHES_A_ROUND])
    if some:
        ended.filter(pk__in=some).delete()
    return len(some)
