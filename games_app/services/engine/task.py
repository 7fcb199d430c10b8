"""A job in the hands of a worker: its progress, its lease, and what is more urgent meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from games_app.engine_jobs import queue
from games_app.engine_jobs.models import Job
from games_app.lib import clock

TELL_SECONDS = 1.0
"""Seconds between two updates of the job, which are also the sign that its worker lives."""
URGENT_SECONDS = 0.05
"""Seconds between two looks for more urgent jobs."""


class Task:
    """``urgent`` is called now and then, to do what can't wait until this job is done.

    ``resting`` is the task that rests meanwhile: it must not lose its job.
    """

    def __init__(self, job: Job, urgent: Callable[[Task], None], resting: Task | None = None) -> None:
        self.seconds_of_others = 0.0
        """Time of the processor that was spent on urgent jobs."""
        self._job = job
        self._urgent = urgent
        self._resting = resting
        self._result: Callable[[], Any] = lambda: None
        self._told_at = self._looked_at = time.monotonic()

    def tell(self, done: int, of: int, result: Callable[[], Any]) -> None:
        """Keep the progress; it is stored once a second. Raises Lost if the job isn't this worker's now."""
        self._job.done, self._job.of, self._result = done, of, result
        self.meanwhile()

    @property
    def priority(self) -> int:
        return self._job.priority

    def meanwhile(self) -> None:
        """Store the progress and do what is urgent, each when it is due. Raises Lost."""
        self._renew()
        resting = self._resting
        while resting:
            with suppress(queue.Lost):  # it finds out itself
                resting._renew()
            resting = resting._resting
        now = time.monotonic()
        if now - self._looked_at >= URGENT_SECONDS:
            began = time.process_time()
            self._urgent(self)
            self.seconds_of_others += time.process_time() - began
            self._looked_at = time.monotonic()

    def _renew(self) -> None:
        now = time.monotonic()
        if now - self._told_at >= TELL_SECONDS:
            self._told_at = now
            self._job.result = self._result()
            queue.renew(self._job, clock.now())

    def finish(self) -> None:
        """Store the whole result. Raises Lost."""
        self._job.result = self._result()
        queue.finish(self._job)
