"""The signs of life of this process: they tell how long nothing could be stored, by whichever process."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction

from games_app.services.commands import outages
from games_app.services.commands.outages import LONGEST_PAUSE, Outage, Sign
from games_app.services.commands.registry import Command

EACH = timedelta(milliseconds=2)
"""What making up for an outage takes for each match, until this process knows better."""
MANY = 100
"""Matches from which on the time it took tells what each takes: with fewer it is the commit."""
TRIES = 3
"""Times that making up must take longer before more is foreseen: once is a lock, or a machine that stalls."""


class Liveness:
    """What this process knows of the last sign of life. Asked inside the writer's transactions only.

    ``passed``: seconds by a clock that nobody sets.
    """

    def __init__(self, passed: Callable[[], float] = time.monotonic) -> None:
        self._passed = passed
        self._took = deque([EACH] * TRIES, maxlen=TRIES)
        """What making up took for each match, the last times."""
        self.resumed: datetime | None = None
        """When the last outage was over."""
        self._signed: datetime | None = None
        """The sign of life that this process has committed last."""
        self._ahead: tuple[datetime, float] | None = None
        """A sign that lies in the future, and when it was first seen, as ``passed``."""
        self._behind = timedelta()
        """By how much this machine's clock is behind such a sign: until it is known why, the sign counts."""

    def outage(self, now: datetime, *, renew: bool) -> Outage | None:
        """The outage that has ended just now and is not made up for; ``make_up`` must follow.

        With a sign of life of its own that is young enough this asks nothing of the database. Without an
        outage a new sign is given where there is need of one, or where it is asked for by ``renew``.
        """
        if not renew and self._signed and timedelta() <= now - self._signed <= LONGEST_PAUSE:
            return None
        sign = outages.locked_sign()
        self.resumed = sign and sign.resumed
        if sign is None:
            self._ahead, self._behind = None, timedelta()
        if sign and not self._holds(sign, now):
            return outages.outage_since(sign)
        if sign or renew:
            outages.renew(now)
            self._keep(now)
        return None

    def make_up(self, outage: Outage, now: datetime) -> list[Command]:
        """The commands that put off the deadlines that ran; the outage is over."""
        self.resumed, began = now, self._passed()

        def learn() -> None:
            if len(outage.matches) >= MANY:
                self._took.append(timedelta(seconds=self._passed() - began) / len(outage.matches))

        transaction.on_commit(learn)
        self._keep(now)
        return outages.make_up(outage, now, max(EACH, min(self._took)))

    def counts_from(self, received: datetime | None, now: datetime) -> datetime:
        """By when a command counts that was received then: nothing has happened during an outage, nor will
        it happen in the future, where the clock has been set back meanwhile.
        """
        latest, now = (received or now) + self._behind, now + self._behind
        return min(now, max(latest, self.resumed) if self.resumed else latest)

    def _holds(self, sign: Sign, now: datetime) -> bool:
        """A sign in the future: either another machine's clock is ahead and goes on, or this site's was set
        back. Then nobody renews the sign.
        """
        if sign.at - now <= LONGEST_PAUSE or sign.foreseen(now):
            self._ahead, self._behind = None, timedelta()
            return sign.holds(now)
        if self._ahead is None or self._ahead[0] != sign.at:
            self._ahead, self._behind = (sign.at, self._passed()), sign.at - now
        if self._passed() - self._ahead[1] <= LONGEST_PAUSE.total_seconds():
            return True
        self._ahead, self._behind = None, timedelta()
        return False

    def _keep(self, now: datetime) -> None:
        def keep() -> None:
            self._signed = now

        transaction.on_commit(keep)
