"""Detection of outages by the sign of life: a time during which no process could store anything."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction

from games_app.services.commands import outages
from games_app.services.commands.outages import LONGEST_PAUSE, Outage, Sign
from games_app.services.commands.registry import Command

EACH = timedelta(milliseconds=1)
"""Time per match that making up for an outage takes, until this process has measured it."""
MANY = 100
"""Least number of matches for a measurement: with fewer the commit dominates."""
TRIES = 3
"""Measurements of which the least counts: a single slow one is a lock, or a machine that stalls."""


class Liveness:
    """This process's knowledge of the last sign of life. Used inside the writer's transactions only.

    ``passed`` returns seconds by a monotonic clock.
    """

    def __init__(self, passed: Callable[[], float] = time.monotonic) -> None:
        self._passed = passed
        self._took = deque([EACH] * TRIES, maxlen=TRIES)
        """Time per match of the last TRIES measurements."""
        self.resumed: datetime | None = None
        """End of the last outage."""
        self._signed: tuple[datetime, float] | None = None
        """Sign of life that this process committed last, and the time by ``passed`` then."""
        self._ahead: tuple[datetime, float] | None = None
        """A sign that lies in the future, and the time by ``passed`` when it was first seen."""
        self._behind = timedelta()
        """Lag of this machine's clock behind such a sign, which counts until the reason is known."""

    def is_certain(self, now: datetime) -> bool:
        """Return whether there has been no outage, since this process has committed a recent sign of life."""
        recent = self._signed is not None and timedelta() <= now - self._signed[0] <= LONGEST_PAUSE
        # While this clock seems to be behind, another process may find out why and make up for it.
        return recent and not self._behind

    def outage(self, sign: Sign | None, now: datetime, *, renew: bool) -> Outage | None:
        """Return the outage that has just ended and must be passed to ``make_up``, or None.

        ``sign`` is the last sign of life, locked, and ``now`` the time when it was: another process may have
        made up for an outage while this one waited. Without an outage, the sign is renewed if it is needed,
        or with ``renew``.
        """
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
        """Mark the outage as over, and return the commands that postpone the deadlines that ran in it."""
        self.resumed = now
        self._keep(now)
        began = self._passed()

        def learn() -> None:
            if len(outage.matches) >= MANY:
                self._took.append(timedelta(seconds=self._passed() - began) / len(outage.matches))

        transaction.on_commit(learn)
        return outages.make_up(outage, now, max(EACH, min(self._took)))

    def counts_from(self, received: datetime | None, now: datetime) -> datetime:
        """Return the time by which a command is judged that was received at ``received``.

        This is never within an outage, and never in the future, if the clock has been set back meanwhile.
        """
        latest, now = (received or now) + self._behind, now + self._behind
        return min(now, max(latest, self.resumed) if self.resumed else latest)

    def _holds(self, sign: Sign, now: datetime) -> bool:
        """Return whether the sign shows that there was no outage.

        A sign in the future means either that another machine's clock is ahead, and the sign is renewed, or
        that this site's clock was set back, and it isn't.
        """
        if sign.at - now <= LONGEST_PAUSE or sign.foreseen(now):
            self._ahead, self._behind = None, timedelta()
            return sign.holds(now)
        if self._ahead is None or self._ahead[0] != sign.at:
            self._ahead, self._behind = (sign.at, self._passed()), self._lag(sign, now)
        if self._passed() - self._ahead[1] <= LONGEST_PAUSE.total_seconds():
            return True
        self._ahead, self._behind = None, timedelta()
        return False

    def _lag(self, sign: Sign, now: datetime) -> timedelta:
        """Return how far this clock is behind the sign, and behind what it would show had it not been set.

        The sign may be as old as the interval at which it is renewed. An action dated by it alone would be
        charged to the next player.
        """
        expected = sign.at
        if self._signed:
            signed, then = self._signed
            expected = signed + timedelta(seconds=self._passed() - then)
        return max(sign.at, min(expected, sign.at + LONGEST_PAUSE)) - now

    def _keep(self, now: datetime) -> None:
        signed = now + self._behind, self._passed()

        def keep() -> None:
            self._signed = signed

        transaction.on_commit(keep)
