"""Detection of outages: a time during which no action could be stored.

Three things show one: the last sign of life is old, or says that actions are refused; this process itself
refuses actions; or its writer, which is free many times a second, was not. Only this process knows the last
two. If others continue, only the matches whose players have their pages here lost time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from django.db import transaction

from games_app.models import Alive
from games_app.record.commands import outages
from games_app.record.commands.outages import LONGEST_CHARGED_PAUSE, SIGN_LASTS, Outage

Here = Callable[[], Collection[str]]

ALONE_AFTER = timedelta(seconds=2)
"""Time after another process's sign from which this process counts as the only one."""
PAGES_WAIT = timedelta(seconds=10)
"""Time of silence after which a page leaves a process: see static/match/commands/connection.js."""
STALE_SIGN_SECONDS = 2.0
"""Seconds after which an unrenewed sign ahead must be older than a clock that was set back."""


class Liveness:
    """This process's knowledge of the last sign of life. Used inside the writer's transactions only.

    ``passed`` returns seconds by a monotonic clock, ``here`` the matches whose players have a page in this
    process, and ``process`` its name, empty if it has no pages.
    """

    def __init__(
        self,
        passed: Callable[[], float] = time.monotonic,
        here: Here = frozenset,
        process: str = "",
    ) -> None:
        self._passed, self.here, self.process = passed, here, process
        self.forget()

    def forget(self) -> None:
        """Forget all that has been observed."""
        self._resumed: datetime | None = None
        """End of the last outage of the site."""
        self._went_on: datetime | None = None
        """End of the last outage that this process compensated."""
        self._signed: tuple[datetime, float] | None = None
        """Time of this process's last committed sign of life, also by ``passed``."""
        self._others: datetime | None = None
        """Last sign of life that was not this process's own."""
        self._free: datetime | None = None
        self._free_at = 0.0
        """Time when the writer was last free, also by ``passed``; None if that is not observed."""
        self._starting = False
        """True until the first sign: no page has connected yet."""
        self._leaving: datetime | None = None
        """Time since when the process accepts no more commands, since it was asked to end."""
        self.failing = False
        """True while nothing can be stored."""
        self.refusing = False
        """True if commands were refused for that reason."""
        self._ahead: tuple[datetime, float] | None = None
        """A sign that lies in the future, and the time by ``passed`` when it was first seen."""
        self._behind = timedelta()
        """Lag of this machine's clock behind such a sign, which counts until the reason is known."""

    def start(self) -> None:
        """Record that the process has just started: pages have to connect again."""
        self._starting = True

    def leave(self, since: datetime) -> None:
        """Record that the process ends, and accepts no more commands since then.

        It gives one more sign of life, of that time, and sends its pages away.
        """
        self._leaving = since

    def fail(self) -> None:
        """Record that something could not be stored."""
        self.failing = True

    def refuse(self) -> None:
        """Record that commands were refused because they could not be stored."""
        self.failing = self.refusing = True

    def observe(self, now: datetime) -> None:
        """Record that the writer is free, unless it has been held up or fails."""
        if self.failing or self.is_held_up():
            return
        # A clock that has been set is an outage, which began when the writer was free before.
        if self._free is None or abs(now - self._free - self._waited()) <= LONGEST_CHARGED_PAUSE:
            self._free = now
        self._free_at = self._passed()

    def is_held_up(self) -> bool:
        """Return whether commands were refused, or the writer was not free for too long."""
        return self.refusing or (self._free is not None and self._waited() > LONGEST_CHARGED_PAUSE)

    def _waited(self) -> timedelta:
        """Return the time since the writer was free: by the monotonic clock, since the other may be set."""
        return timedelta(seconds=self._passed() - self._free_at)

    def is_certain(self, now: datetime) -> bool:
        """Return whether there has been no outage, since this process has committed a recent sign of life."""
        if self._leaving:
            return True
        recent = self._signed is not None and timedelta() <= now - self._signed[0] <= SIGN_LASTS
        # While this clock seems to be behind, another process may find out why and make up for it.
        return recent and not self._behind and not self.is_held_up()

    def refused_since(self, now: datetime) -> datetime:
        """Return the time since when commands may have been refused."""
        return self._free or now

    def ends_outage(self, sign: Alive | None, now: datetime, *, renew: bool) -> bool:
        """Record an outage that has just ended; return whether there was one.

        ``sign`` is the last sign of life, locked, and ``now`` the time of locking: another process may have
        recorded the outage while this one waited. Without an outage, the sign is renewed if needed, or with
        ``renew``.
        """
        self._resumed = sign.since if sign else None
        if sign and not (self._signed and sign.at == self._signed[0]):
            self._others = sign.at
        if self._leaving and not renew:
            return False
        outage = self._outage(sign, now)
        if outage:
            self._went_on = now
            if outage.whole:
                self._resumed = now
            outages.end(outage, now)
        elif self._leaving and self._was_alone(now):
            # A busy machine may take seconds to get here, in which nobody could act.
            outages.stop(self._leaving)
        elif sign or renew:
            outages.renew(now, self.process)
        else:
            return False
        self._keep(now)
        return outage is not None

    def _outage(self, sign: Alive | None, now: datetime) -> Outage | None:
        """Return the outage that has just ended."""
        if sign is None:
            self._ahead, self._behind = None, timedelta()
            return None
        outage = self._of_the_site(sign, now) or self._of_this_process(sign, now)
        if outage or self._leaving is None or self._was_alone(now):
            return outage
        # Others go on. Nobody else compensates for the time until this process's pages are back.
        return Outage(
            self._leaving, outages.ticking(self._leaving, self.here()), pages_return=True, whole=False
        )

    def counts_from(self, received: datetime | None, now: datetime) -> datetime:
        """Return the time by which a command is judged that was received at ``received``.

        This is never within an outage, and never in the future, if the clock has been set back meanwhile.
        """
        latest, now = (received or now) + self._behind, now + self._behind
        for end in (self._resumed, self._went_on):
            if end and end > latest:
                latest = end
        return min(now, latest)

    def _of_the_site(self, sign: Alive, now: datetime) -> Outage | None:
        """Return the outage that the sign shows."""
        if self._holds(sign, now):
            return None
        since = min(sign.at, sign.refused or sign.at)
        if self._free and since < self._free <= now and self._was_alone(self._free):
            since = self._free
        gone = self._starting or self.failing or sign.refused is not None or self._pages_left()
        return Outage(since, outages.running(since), pages_return=gone)

    def _of_this_process(self, sign: Alive, now: datetime) -> Outage | None:
        """Return the outage that only this process may know of."""
        if not self.is_held_up():
            return None
        free = now - self._waited() if self._free else sign.at
        since = min(max(free, sign.since or free), now)
        alone = self._was_alone(since)
        if alone and self.refusing:
            return Outage(since, outages.running(since), pages_return=True)
        if not self.refusing and now - since <= LONGEST_CHARGED_PAUSE:
            return None
        matches = outages.ticking(since, self.here(), elsewhere=alone)
        return Outage(since, matches, pages_return=self.failing or self._pages_left(), whole=False)

    def _pages_left(self) -> bool:
        """Return whether this process was held up for so long that its pages have left."""
        return self._free is not None and self._waited() > PAGES_WAIT

    def _was_alone(self, at: datetime) -> bool:
        """Return whether no other process signed at that time, or has since."""
        return self._others is None or at - self._others > ALONE_AFTER

    def _holds(self, sign: Alive, now: datetime) -> bool:
        """Return whether the sign shows that there was no outage.

        A sign in the future means either that another machine's clock is ahead, and the sign is renewed, or
        that this site's clock was set back, and it isn't.
        """
        if sign.at - now <= SIGN_LASTS:
            self._ahead, self._behind = None, timedelta()
            return outages.holds(sign, now)
        if self._ahead is None or self._ahead[0] != sign.at:
            self._ahead, self._behind = (sign.at, self._passed()), self._lag(sign, now)
        if self._passed() - self._ahead[1] <= STALE_SIGN_SECONDS:
            return True
        self._ahead, self._behind = None, timedelta()
        return False

    def _lag(self, sign: Alive, now: datetime) -> timedelta:
        """Return how far this clock is behind the sign, and behind what it would show had it not been set.

        The sign may be as old as the interval at which it is renewed. An action dated by it alone would be
        charged to the next player.
        """
        expected = sign.at
        if self._signed:
            signed, then = self._signed
            expected = signed + timedelta(seconds=self._passed() - then)
        return max(sign.at, min(expected, sign.at + SIGN_LASTS)) - now

    def _keep(self, now: datetime) -> None:
        """Store, after the commit, that a sign was given at ``now``."""
        signed = now + self._behind, self._passed()

        def keep() -> None:
            self._signed = signed
            self._starting = self.failing = self.refusing = False
            if self._free is not None:
                self._free, self._free_at = now, signed[1]

        transaction.on_commit(keep)
