"""`manage.py tick`: ends what is due, beside the web processes, which do the same.

It is there for when they are too busy to, and leaves them a second, since their pages hear of it at once.
Any number of tickers may run, and end at any moment: the first to commit decides. Meanwhile it clears away
old sessions.
"""

from __future__ import annotations

import logging
import time

from django.core.management.base import BaseCommand
from django.db import DatabaseError, InterfaceError

from games_app.lib import clock
from games_app.lib.shutdown import end_with_parent
from games_app.live.doorbell import ring_once
from games_app.services.people import sessions
from games_app.store.writer import writer

SECONDS = 0.5
"""Between two looks."""
CLEARING_SECONDS = 60 * 60
"""Between two clearings. One that finds more than it deletes at once goes on at the next look."""

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Let flags fall and invitations expire, until Ctrl-C."
    requires_system_checks = []

    def handle(self, **_: object) -> None:
        end_with_parent()
        writer.listen(lambda events: ring_once({match: seq for match, seq, _ in events}))
        clear_at = time.monotonic()
        try:
            while True:
                if writer.stand_by():
                    continue
                if time.monotonic() >= clear_at:
                    clear_at = time.monotonic() + (SECONDS if self.clear() else CLEARING_SECONDS)
                time.sleep(SECONDS)
        except KeyboardInterrupt:
            return

    def clear(self) -> bool:
        """Clear some old sessions away; whether there may be more."""
        try:
            return sessions.clear_expired(clock.now()) == sessions.MOST
        except (DatabaseError, InterfaceError) as error:
            log.warning("Old sessions could not be cleared away; in an hour they are tried again: %s", error)
            return False
