"""Registration of the room of the archive, and the deletion of matches that were never played."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from games_app.archive.open_data import Republisher
from games_app.lib.rooms import Room
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


def sweep(now: datetime) -> bool:
    return clear_unplayed(now, settings.RETENTION_DAYS) == MATCHES_A_ROUND


ROOM = Room(sweeps=(sweep,), rounds=(Republisher().publish_again,))
