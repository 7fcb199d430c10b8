"""The server's own work on the record: signs of life, deadlines, absences, and silent processes."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Protocol

from django.db import DatabaseError

from games_app.lib import clock
from games_app.lib.shutdown import leaving
from games_app.record.commands import outages, silence
from games_app.record.commands.absence import MOST_OVERDUE, noticed, overdue
from games_app.record.commands.matches import deserted_offers
from games_app.record.commands.outages import LONGEST_PAUSE, is_alive
from games_app.record.commands.registry import Command
from games_app.record.liveness import Liveness
from games_app.record.other_processes import OtherProcesses

SIGN_SECONDS = 1.0
PLAYED_SIGN_SECONDS = 0.5
"""Seconds between two signs of life while players have pages here.

The next sign notices an outage that no action meets.
"""
SWEEP_SECONDS = 0.25
ABSENCE_SECONDS = 2.0
STANDBY_DELAY = LONGEST_PAUSE
"""Delay of the ticker, which leaves deadlines to the web processes, whose pages learn of it at once.

When it enforces one, the last sign of life was given after that deadline, or it no longer counts.
"""
LOOK_SECONDS = 0.1
"""Seconds between two looks for another process's sign of life."""
QUICK_FAILURE_SECONDS = 1.0
"""Seconds in which an attempt fails by itself; later it has waited in vain."""


class Decide(Protocol):
    """The writer's function that carries out the commands that ``find`` returns."""

    def __call__(
        self,
        find: Callable[[datetime], list[Command]],
        *,
        first_finds: Callable[[datetime], object] | None = None,
        renew: bool = False,
        compensates: bool = True,
    ) -> int | None: ...


class Timer:
    """Timer that is due once in ``seconds``."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self._next = seconds, 0.0

    def due(self) -> bool:
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + self.seconds
        return True

    def hurry(self) -> None:
        """Make the timer due now."""
        self._next = 0.0


class Chores:
    """The chores of a process, done by its writer's thread, each when it is due."""

    def __init__(self, decide: Decide, liveness: Liveness) -> None:
        self._decide, self._liveness = decide, liveness
        self._others = OtherProcesses()
        self._sign, self._sweep = Timer(SIGN_SECONDS), Timer(SWEEP_SECONDS)
        self._notice = Timer(ABSENCE_SECONDS)
        self._signed_at = time.monotonic()

    def start(self) -> None:
        """Compensate for the time when the site was down."""
        self._liveness.start()
        _wait_for_another_sign()
        self.note_alive()

    def run(self) -> bool:
        """Do what is due. Return whether more may be due at once.

        During an outage each chore waits for seconds. After one such wait commands go first, or their senders
        would learn too late that nothing can be stored.
        """
        held_up = not self._liveness.failing and self._liveness.is_held_up()
        if (self._sign.due() or held_up) and not (self.note_alive() and self.cover_silence()):
            return False
        swept = self.sweep() if self._sweep.due() else 0
        if swept is None or (self._notice.due() and not self.notice()):
            return False
        if swept >= MOST_OVERDUE:
            self._sweep.hurry()
            return True
        return False

    def sign_soon(self) -> None:
        """Renew the sign of life next, without waiting until it is due."""
        self._sign.hurry()

    def note_alive(self) -> bool:
        """Renew the sign of life; after an outage, compensate for it. Return whether that could be stored."""
        began = time.monotonic()
        if self._decide(lambda _: [], renew=True) is not None:
            self._signed_at = time.monotonic()
            self._sign.seconds = PLAYED_SIGN_SECONDS if self._liveness.here() else SIGN_SECONDS
            return True
        if self._liveness.refusing and time.monotonic() - began < QUICK_FAILURE_SECONDS:
            with suppress(DatabaseError):  # then the other processes can't store anything either
                outages.note_refusals(self._liveness.refused_since(clock.now()))
        return False

    def silence(self) -> float:
        """Return the seconds since this process last renewed the sign of life, or started."""
        return time.monotonic() - self._signed_at

    def cover_silence(self) -> bool:
        """Put off the clocks of players whose pages are at a process that gives no more signs of life."""
        own = self._liveness.process
        covered = self._decide(
            lambda now: self._others.cover(own, now),
            first_finds=lambda now: self._others.silent(own, now),
        )
        return covered is not None

    def notice(self) -> bool:
        """Record players who left or came back if that matters: in running matches, and for open offers."""
        return all(self._decide(find) is not None for find in (noticed, deserted_offers))

    def sweep(self) -> int | None:
        """Carry out deadlines that have passed. Return their number, or None if that could not be stored."""
        return self._decide(overdue)

    def stand_by(self) -> bool:
        """Sweep duties that no web process has done, while one is alive: players must have been able to act.

        Return whether more may be due.
        """
        late = self._decide(
            lambda now: overdue(now - STANDBY_DELAY) if is_alive(now) else [],
            first_finds=lambda now: overdue(now - STANDBY_DELAY),
            compensates=False,
        )
        return (late or 0) >= MOST_OVERDUE

    def leave(self) -> None:
        """Give a last sign of life. The time after it that the pages sent away lose is compensated."""
        self._liveness.leave(leaving.since or clock.now())
        self.note_alive()
        with suppress(DatabaseError):
            silence.forget(self._liveness.process)


def _wait_for_another_sign() -> None:
    """Wait until a recent sign of life is renewed, or old.

    If it was given by this process's predecessor, there has been an outage; otherwise another process gave
    it.
    """
    with suppress(DatabaseError):
        first = sign = outages.last_sign()
        while sign and sign == first and timedelta() <= clock.now() - sign.at <= LONGEST_PAUSE:
            time.sleep(LOOK_SECONDS)
            sign = outages.last_sign()
