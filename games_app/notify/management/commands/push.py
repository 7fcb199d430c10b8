"""`manage.py push`: notify the browsers of players who are away; `serve` runs it unless PUSH is 0."""

from __future__ import annotations

import logging
import time
from datetime import datetime

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, InterfaceError, connections

from games_app.lib import clock
from games_app.lib.shutdown import end_with_parent
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
    """Reads the events of all matches once, and those of the last seconds again: one may be stored late."""

    def __init__(self) -> None:
        self._settled: int | None = None
        self._noted_at = time.monotonic()

    def read(self, now: datetime) -> None:
        """Store the messages that new events lead to."""
        if self._settled is None:
            self._settled = push_messages.first_event()
        if not (PushDevice.objects.exists() or Webhook.objects.exists()):
            self._settled = push_messages.newest_event()
            return
        after, more = self._settled, True
        while more:
            found = push_messages.collect(after, now)
            if after == self._settled:
                self._settled = max(self._settled, found.settled)
            after, more = found.last, found.more
        if time.monotonic() > self._noted_at + NOTED_SECONDS:
            self.note()

    def note(self) -> None:
        """Store what has been read, for the next start."""
        self._noted_at = time.monotonic()
        PushKey.objects.filter(pk=push_devices.key().pk).update(events_read=self._settled)
