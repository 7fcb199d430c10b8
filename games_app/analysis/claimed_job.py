"""A job that a worker has claimed: its progress, its lease, and more urgent jobs meanwhile."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from games_app.analysis.jobs import askers, queue
from games_app.analysis.jobs.models import Job
from games_app.lib import clock

TELL_SECONDS = 1.0
"""Seconds between two updates of the job, which also show that its worker lives."""
URGENT_SECONDS = 0.05
"""Seconds between two checks for more urgent jobs."""
OTHERS_SECONDS = 0.25
"""Seconds between two checks whether others wait."""
TURN_SECONDS = 1.0
"""Processor seconds after which a review rests if others wait."""


class TurnOver(Exception):
    """Raised by a job that rests so that others get their turn. It goes on with its result so far."""


class Task:
    """``urgent`` is called now and then, to do what can't wait until this job is done.

    ``resting`` is the paused task: it must not lose its job.
    """

    def __init__(
        self,
        job: Job,
        urgent: Callable[[Task], None],
        resting: Task | None = None,
        passed: Callable[[], float] = time.process_time,
    ) -> None:
        self.seconds_of_others = 0.0
        """Processor time that was spent on urgent jobs."""
        self.short = False
        """True if the search was cut short because others were waiting."""
        self.make_room: Callable[[], None] = lambda: None
        """Function that frees what the search can do without, before another search begins."""
        self._job = job
        self._urgent = urgent
        self._resting = resting
        self._passed, self._began, self._owed_until = passed, passed(), 0.0
        self._result: Callable[[], Any] = lambda: job.result
        self._told_at = self._looked_at = time.monotonic()
        self._others, self._others_at = False, -math.inf

    @property
    def result(self) -> Any:
        """The result of the job so far, if it has run before."""
        return self._job.result

    def tell(self, done: int, of: int, result: Callable[[], Any]) -> None:
        """Keep the progress; it is stored once a second. Raises Lost if the job isn't this worker's now.

        The first part is stored at once.
        """
        if done and not self._job.done:
            self._told_at = -math.inf
        self._job.done, self._job.of, self._result = done, of, result
        self.meanwhile()

    def spent(self) -> float:
        """Return the processor seconds spent on this job, without urgent ones."""
        return self._passed() - self._began - self.seconds_of_others

    def rests_for(self) -> int:
        """Return the urgency below which a job may interrupt this one.

        A review that has rested for a position works for as long before it rests for another.
        """
        owed = self._job.kind == Job.Kind.REVIEW and self.spent() < self._owed_until
        return queue.PRIORITY[Job.Kind.POSITION] if owed else self._job.priority

    def rested(self, seconds: float) -> None:
        """Note that an urgent job took so many processor seconds."""
        self.seconds_of_others += seconds
        self._owed_until = max(self._owed_until, self.spent()) + seconds

    def others_wait(self) -> bool:
        """Return whether somebody waits who has not requested this job."""
        now = time.monotonic()
        if now - self._others_at >= OTHERS_SECONDS:
            self._others_at, self._others = now, askers.others_wait(self._job, clock.now())
        return self._others

    def is_turn_over(self) -> bool:
        """Return whether the job has run for a turn and somebody waits for another."""
        return self.spent() >= TURN_SECONDS and self.others_wait()

    def meanwhile(self) -> None:
        """Store the progress and do urgent work, each when it is due. Raises Lost."""
        self._renew()
        resting = self._resting
        while resting:
            with suppress(queue.Lost):  # it finds out itself
                resting._renew()
            resting = resting._resting
        now = time.monotonic()
        if now - self._looked_at >= URGENT_SECONDS:
            self._urgent(self)
            self._looked_at = time.monotonic()

    def _renew(self) -> None:
        now = time.monotonic()
        if now - self._told_at >= TELL_SECONDS:
            self._told_at = now
            self._job.result = self._result()
            queue.renew(self._job, clock.now())

    def release(self) -> None:
        """Let go of the search. Its result knows it and this task: the table would wait for the collector."""
        self._result = self.make_room = lambda: None

    def rest(self) -> None:
        """Put the job back into the queue with its result so far. Raises Lost."""
        self._job.result = self._result()
        queue.put_back(self._job, clock.now())

    def finish(self) -> None:
        """Store the whole result. Raises Lost."""
        self._job.result, self._job.short = self._result(), self.short
        queue.finish(self._job)
