"""`manage.py tick`: ends what is due, beside the web processes, which do the same.

It is there for when they are too busy to, and leaves them a second, since their pages hear of it at once.
Any number of tickers may run, and end at any moment: the first to commit decides.
"""

from __future__ import annotations

import time

from django.core.management.base import BaseCommand

from games_app.live.doorbell import ring_once
from games_app.writer import writer

SECONDS = 0.5
"""Between two looks."""


class Command(BaseCommand):
    help = "Let flags fall and invitations expire, until Ctrl-C."
    requires_system_checks = []

    def handle(self, **_: object) -> None:
        writer.listen(lambda events: ring_once({match: seq for match, seq, _ in events}))
        try:
            while True:
                if not writer.stand_by():
                    time.sleep(SECONDS)
        except KeyboardInterrupt:
            return
