"""The server's own work on the record: signs of life, deadlines, absences, and silent processes."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Protocol

from django.db import DatabaseError

from games_app.lib import clock, kept
from games_app.lib.shutdown import leaving
from games_app.record import silent_processes
from games_app.record.commands import outages
from games_app.record.commands.absence import MOST_OVERDUE, noticed, overdue
from games_app.record.commands.holidays import MOST_UNRECORDED, unrecorded
from games_app.record.commands.matches import deserted_offers
from games_app.record.commands.outages import SIGN_LASTS, is_alive
from games_app.record.commands.registry import Command
from games_app.record.liveness import Liveness
from games_app.record.results import BatchResult
from games_app.record.silent_processes import OtherProcesses

SIGN_SECONDS = 1.0
PLAYED_SIGN_SECONDS = 0.5
"""Seconds between two signs of life while players have pages here.

The next sign notices an outage that no action meets.
"""
SWEEP_SECONDS = 0.25
ABSENCE_SECONDS = 2.0
HOLIDAY_SECONDS = 2.0
STANDBY_DELAY = SIGN_LASTS
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
        self, find: Callable[[datetime], list[Command]], *, renew: bool = False, compensates: bool = True
    ) -> BatchResult | None: ...


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

    @property
    def is_hurried(self) -> bool:
        return self._next == 0.0


class Chores:
    """The chores of a process, done by its writer's thread, each when it is due."""

    def __init__(self, decide: Decide, liveness: Liveness) -> None:
        self._decide, self._liveness = decide, liveness
        self._others = OtherProcesses()
        self._sign, self._sweep = Timer(SIGN_SECONDS), Timer(SWEEP_SECONDS)
        self._holidays = Timer(HOLIDAY_SECONDS)
        self._chores = (
            (self._sign, self.note_alive),
            (Timer(SIGN_SECONDS), self.cover_silence),
            (self._sweep, self.sweep),
            (Timer(ABSENCE_SECONDS), self.notice),
            (self._holidays, self.record_holidays),
        )
        """Each returns whether what it found could be stored."""
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
        if not self._liveness.failing and self._liveness.is_held_up():
            self._sign.hurry()
        for timer, chore in self._chores:
            if timer.due() and not chore():
                return False
        return any(timer.is_hurried for timer, _ in self._chores)

    def sign_soon(self) -> None:
        """Renew the sign of life next, without waiting until it is due."""
        self._sign.hurry()

    def note_alive(self) -> bool:
        """Renew the sign of life, read what is kept, and give back time that matches lost in outages."""
        began = time.monotonic()
        signed = self._decide(_read_kept, renew=True)
        if signed is None:
            if self._liveness.refusing and time.monotonic() - began < QUICK_FAILURE_SECONDS:
                with suppress(DatabaseError):  # then the other processes can't store anything either
                    outages.note_refusals(self._liveness.refused_since(clock.now()))
            return False
        self._signed_at = time.monotonic()
        self._sign.seconds = PLAYED_SIGN_SECONDS if self._liveness.here() else SIGN_SECONDS
        if signed.events:
            self._sign.hurry()  # more matches may have lost time
        return True

    def silence(self) -> float:
        """Return the seconds since this process last renewed the sign of life, or started."""
        return time.monotonic() - self._signed_at

    def cover_silence(self) -> bool:
        """Let the clocks of players stand still whose pages are at a process without signs of life."""

        def cover(now: datetime) -> list[Command]:
            self._others.cover(self._liveness.process, now)
            return []

        return self._decide(cover) is not None

    def sweep(self) -> bool:
        """Carry out deadlines that have passed."""
        swept = self._decide(overdue)
        if swept and len(swept.answers) >= MOST_OVERDUE:
            self._sweep.hurry()
        return swept is not None

    def notice(self) -> bool:
        """Record players who left or came back if that matters: in running matches, and for open offers."""
        return all(self._decide(find) is not None for find in (noticed, deserted_offers))

    def record_holidays(self) -> bool:
        """Record players' holidays in matches that don't know of them."""
        recorded = self._decide(unrecorded)
        if recorded and len(recorded.answers) >= MOST_UNRECORDED:
            self._holidays.hurry()
        return recorded is not None

    def stand_by(self) -> bool:
        """Sweep duties that no web process has done, while one is alive: players must have been able to act.

        Return whether more may be due.
        """
        swept = self._decide(
            lambda now: overdue(now - STANDBY_DELAY) if is_alive(now) else [], compensates=False
        )
        return swept is not None and len(swept.answers) >= MOST_OVERDUE

    def leave(self) -> None:
        """Give a last sign of life. The time after it that the pages sent away lose is compensated."""
        self._liveness.leave(leaving.since or clock.now())
        self.note_alive()
        with suppress(DatabaseError):
            silent_processes.forget(self._liveness.process)


def _read_kept(_now: datetime) -> list[Command]:
    """Follow changes that other processes made to what each process keeps, so that no page has to read it."""
    kept.renew_all()
    return []


def _wait_for_another_sign() -> None:
    """Wait until a recent sign of life is renewed, or old.

    If it was given by this process's predecessor, there has been an outage; otherwise another process gave
    it.
    """
    with suppress(DatabaseError):
        sign = outages.last_sign()
        while sign and timedelta() <= clock.now() - sign.at <= SIGN_LASTS:
            time.sleep(LOOK_SECONDS)
            before, sign = sign, outages.last_sign()
            if sign and sign.at != before.at:
                return
