"""A worker: it takes one job at a time, and lets a longer one rest for what somebody waits for."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Collection, Mapping

from django.db import InterfaceError, OperationalError

from games_app.engine import analyse
from games_app.engine_jobs import queue
from games_app.engine_jobs.models import Job
from games_app.lib import clock
from games_app.lib.ids import new_public_id
from games_app.services.engine.plain import Plain
from games_app.services.engine.position import position
from games_app.services.engine.puzzle_search import search
from games_app.services.engine.reply import find_reply
from games_app.services.engine.review import review
from games_app.services.engine.task import Task

log = logging.getLogger(__name__)

WAYS: Mapping[str, Callable[[Plain, Task], None]] = {
    Job.Kind.REPLY: find_reply,
    Job.Kind.REVIEW: review,
    Job.Kind.POSITION: position,
    Job.Kind.PUZZLES: search,
}
"""Functions that do the jobs, by kind."""
LARGE = (Job.Kind.REVIEW, Job.Kind.POSITION, Job.Kind.PUZZLES)
"""Kinds of jobs that may fill a table."""


class Worker:
    """``kinds``: the jobs that it takes; it leaves the others to other workers.

    ``passed`` tells the seconds of the processor.
    """

    def __init__(
        self, kinds: Collection[Job.Kind] = queue.ALL_KINDS, passed: Callable[[], float] = time.process_time
    ) -> None:
        self.kinds = kinds
        self._passed = passed
        self.name = f"{socket.gethostname()[:32]}-{os.getpid()}-{new_public_id()}"[:60]

    def work(self) -> bool:
        """Do the most urgent job; return False if there is none."""
        return self._do_one()

    def _do_urgent(self, task: Task) -> None:
        while task.rests_for() > queue.QUICK:
            began = self._passed()
            if not self._do_one(resting=task):
                return
            task.rested(self._passed() - began)

    def _do_one(self, resting: Task | None = None) -> bool:
        before = resting.rests_for() if resting else None
        job = queue.claim(self.name, clock.now(), before, self.kinds)
        if job is None:
            return False
        task = Task(job, self._do_urgent, resting, self._passed)
        if resting and job.kind in LARGE:
            resting.make_room()
        try:
            WAYS[job.kind](job.about, task)
            task.finish()
        except queue.Lost:
            log.info("%s was cancelled, or taken over", job.key)
        except KeyboardInterrupt:
            _leave(job, queue.give_back)
            raise
        except (OperationalError, InterfaceError):
            raise  # the database's fault: once the lease has ended the job is taken again
        except Exception:
            log.exception("The engine can't do %s", job.key)
            _leave(job, queue.fail)
        finally:
            task.release()
            if resting is None and job.kind in LARGE:
                analyse.forget()
        return True


def _leave(job: Job, how: Callable[[Job], None]) -> None:
    try:
        how(job)
    except queue.Lost:
        log.info("%s was cancelled, or taken over", job.key)
