"""Reading the record into the index after matches have ended, outside the path of their actions.

Whatever changes whether a match counts stores an event in it: its end, its opening and closing, a moderator's
hiding, and a player's withdrawal. So the index follows the events, and looks at the matches that they are of.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator

from django.db import transaction
from django.db.models import Max

from games_app.explorer import index
from games_app.models import (
    Event,
    ExplorerMatch,
    ExplorerOccurrence,
    ExplorerPosition,
    ExplorerProgress,
    Match,
)

UNCOMMITTED = 1000
"""Number of events before the newest one that may be committed later than it, and are read again."""
EVENTS_AT_ONCE = 5000
MATCHES_AT_ONCE = 200
ROUND_SECONDS = 20
"""Time after which the ticker leaves the rest to its next round: the first reading may take hours."""

log = logging.getLogger(__name__)


def follow() -> None:
    """Read what is new, for some seconds at most."""
    until = time.monotonic() + ROUND_SECONDS
    changed = 0
    for number in read_events():
        changed += number
        if time.monotonic() >= until:
            break
    if changed:
        log.info("The explorer has put in or taken out %s matches", changed)


def read_events() -> Iterator[int]:
    """Read the events that have not been read yet; yield after each part how many matches it changed."""
    progress, _ = ExplorerProgress.objects.get_or_create(pk=1)
    newest = Event.objects.aggregate(newest=Max("pk"))["newest"] or 0
    after = max(0, progress.events_read - UNCOMMITTED)
    while after < newest:
        until = min(after + EVENTS_AT_ONCE, newest)
        events = Event.objects.filter(pk__gt=after, pk__lte=until, match__status=Match.Status.OVER)
        matches = sorted(set(events.values_list("match", flat=True)))
        changed = 0
        for begin in range(0, len(matches), MATCHES_AT_ONCE):
            changed += index.update(matches[begin : begin + MATCHES_AT_ONCE])
        ExplorerProgress.objects.filter(pk=1, events_read__lt=until).update(events_read=until)
        yield changed
        after = until


def clear() -> None:
    """Empty the index, so that everything is read again."""
    with transaction.atomic():
        for model in (ExplorerOccurrence, ExplorerMatch, ExplorerPosition):
            model.objects.all().delete()
        ExplorerProgress.objects.update_or_create(pk=1, defaults={"events_read": 0})
