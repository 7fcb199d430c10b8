"""`manage.py tick`: enforce overdue deadlines, delete old data, and publish outdated open data again.

Web processes enforce deadlines too, and their own pages learn of it at once, so the ticker waits a second
longer. Any number of tickers may run, and stop at any moment: the first commit wins.
"""

from __future__ import annotations

import logging
import threading
import time
from itertools import chain

from django.core.management.base import BaseCommand
from django.db import DatabaseError, InterfaceError, connection

from games_app.lib import clock
from games_app.lib.rooms import rooms
from games_app.lib.shutdown import end_with_parent
from games_app.live.doorbell import ring_for
from games_app.people import api_tokens, client_marks, devices, friends, holidays, presence, sanctions
from games_app.record.writer import writer

DEADLINE_CHECK_SECONDS = 0.5
"""Seconds between two checks of deadlines."""
CLEARING_SECONDS = 60 * 60
"""Seconds between two deletions of old data. If more is left, the next check continues."""
ROUND_SECONDS = 60
"""Seconds between two rounds of the rooms' longer work."""

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Enforce deadlines and delete old data, until Ctrl-C."
    requires_system_checks = []

    def handle(self, **_: object) -> None:
        end_with_parent()
        writer.listen(ring_for)
        threading.Thread(target=work_for_rooms, name="rooms", daemon=True).start()
        clear_at = time.monotonic()
        try:
            while True:
                if writer.chores.stand_by():
                    continue
                if time.monotonic() >= clear_at:
                    clear_at = time.monotonic() + (
                        DEADLINE_CHECK_SECONDS if self.clear() else CLEARING_SECONDS
                    )
                time.sleep(DEADLINE_CHECK_SECONDS)
        except KeyboardInterrupt:
            return

    def clear(self) -> bool:
        """Delete what has expired or is too old, of some kinds only a part at a time.

        Return whether there may be more.
        """
        now = clock.now()
        try:
            presence.sweep(now)
            api_tokens.sweep(now)
            devices.sweep(now)
            sanctions.sweep_appeals(now)
            friends.sweep(now)
            holidays.sweep(now)
            client_marks.sweep(now)
            more = devices.clear_expired_sessions(now) == devices.MOST_SESSIONS
            for sweep in chain.from_iterable(room.sweeps for room in rooms()):
                more = sweep(now) or more
            return more
        except (DatabaseError, InterfaceError) as error:
            log.warning("Old data could not be deleted; the next try is in an hour: %s", error)
            return False


def work_for_rooms() -> None:
    """Do the rooms' longer work each minute, in a thread of its own."""
    while True:
        time.sleep(ROUND_SECONDS)
        try:
            for work in chain.from_iterable(room.rounds for room in rooms()):
                work()
        except (DatabaseError, InterfaceError, OSError) as error:
            log.warning("A room's work has failed; the next try is in a minute: %s", error)
        finally:
            connection.close()
