"""`manage.py push`: notify the browsers of players who are away; `serve` runs it unless PUSH is 0."""

from __future__ import annotations

import logging
import time
from datetime import datetime

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, InterfaceError, connections

from games_app.lib import clock
from games_app.lib.shutdown import end_with_parent
from games_app.lists import settled_rows
from games_app.lists.settled_rows import SETTLING_SECONDS, SettledRows
from games_app.models import PushDevice, PushKey, Webhook
from games_app.notify import push_devices, push_messages
from games_app.notify.push_sender import PushSender

ROUND_SECONDS = 2
"""Seconds between two rounds."""
NOTED_SECONDS = 30
"""Seconds between two notes of the events that have been read, for the next start."""

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Notify the browsers of players who are away, until Ctrl-C."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="one round, then end")

    def handle(self, *, once: bool, **_: object) -> None:
        end_with_parent()
        sender, reader = PushSender(), EventReader()
        try:
            while True:
                try:
                    reader.read(clock.now())
                    sender.round(clock.now())
                    if once:
                        reader.note()
                        return
                except (DatabaseError, InterfaceError) as error:
                    log.warning("Notifications can't be read; the next try is in a moment: %s", error)
                    connections.close_all()
                time.sleep(ROUND_SECONDS)
        except KeyboardInterrupt:
            return


class EventReader:
    """Reads the events of all matches, each once: as soon as none can be stored before it any more."""

    def __init__(self) -> None:
        self._rows = SettledRows()
        self._last: int | None = None
        """Key of the last event that has been read."""
        self._noted_at = time.monotonic()

    def read(self, now: datetime) -> None:
        """Store the messages that new events lead to. At the very first start, no event is new."""
        until = self._settled()
        if self._last is None:
            self._last = push_devices.key().events_read
        if self._last is None or not (PushDevice.objects.exists() or Webhook.objects.exists()):
            self._last = until
        while self._last < until:
            self._last = push_messages.collect(self._last, until, now)
        push_messages.collect_planned(now)
        if time.monotonic() > self._noted_at + NOTED_SECONDS:
            self.note()

    def note(self) -> None:
        """Store what has been read, for the next start."""
        self._noted_at = time.monotonic()
        PushKey.objects.filter(pk=push_devices.key().pk).update(events_read=self._last)

    def _settled(self) -> int:
        """Return the key of the last settled event. Only the first call may have to wait for one."""
        while True:
            self._rows.observe(settled_rows.newest(), time.monotonic())
            if self._rows.last:
                return self._rows.last.events
            time.sleep(SETTLING_SECONDS)
