"""`manage.py engine`: a worker, one process on one core, for the computer's moves, analyses, or both."""

from __future__ import annotations

import logging
import os
import signal
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import suppress
from types import FrameType

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError, InterfaceError, connections

from games_app.analysis import endings
from games_app.analysis.jobs import queue
from games_app.analysis.jobs.models import Job
from games_app.analysis.puzzle_search import request_search
from games_app.analysis.worker import Worker
from games_app.lib import clock
from games_app.lib.shutdown import end_with_parent

PARTS = {"replies": (Job.Kind.REPLY,), "analyses": (Job.Kind.POSITION, Job.Kind.REVIEW, Job.Kind.PUZZLES)}
"""Kinds of jobs by the values of `--only`."""
BUSY_SECONDS, IDLE_SECONDS = 0.05, 0.25
"""Seconds between two checks for jobs: soon after a job, when the next one is likely, and later."""
BUSY_FOR = 60.0
"""Seconds after a job during which it checks more often, and makes no endings."""
PRUNE_SECONDS = 60 * 60
SEARCH_SECONDS = 60.0
"""Seconds between two checks of an idle worker for matches that may contain puzzles."""
OUTAGE_SECONDS = 2.0

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Take jobs of the engine, until Ctrl-C: the computer's moves, reviews, positions, puzzles."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="end as soon as there is no job")
        parser.add_argument(
            "--only", choices=tuple(PARTS), help="the computer's moves, or analyses; else both"
        )

    def handle(self, *, once: bool, only: str | None, **_: object) -> None:
        end_with_parent()
        signal.signal(signal.SIGTERM, _interrupt)
        if hasattr(os, "nice"):
            # Players' moves go first. Somebody waits for a reply too, and a worker of replies is seldom busy.
            os.nice(settings.NICENESS // 2 if only == "replies" else settings.NICENESS)
        worker = Worker(PARTS[only] if only else queue.ALL_KINDS)
        if Job.Kind.POSITION in worker.kinds:
            endings.load()
        try:
            if once:
                while worker.work():
                    pass
            else:
                self.work(worker)
        except KeyboardInterrupt:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            connections.close_all()  # it may have been in the middle of a statement
            with suppress(DatabaseError, InterfaceError):
                worker.leave()
            # Not by `return`: at this low priority, on a busy machine, the interpreter takes up to 20 s to
            # clear its memory, and `serve` kills processes that have not ended after 10.
            os._exit(0)

    def work(self, worker: Worker) -> None:
        busy_until = prune_at = search_at = time.monotonic()
        make_at = busy_until + BUSY_FOR
        making = endings.make() if Job.Kind.POSITION in worker.kinds else iter(())
        while True:
            now = time.monotonic()
            try:
                if worker.work():
                    busy_until = make_at = time.monotonic() + BUSY_FOR
                    continue
                if now >= prune_at:
                    prune_at = now + PRUNE_SECONDS
                    queue.prune(clock.now())
                if now >= search_at and Job.Kind.PUZZLES in worker.kinds:
                    search_at = now + SEARCH_SECONDS
                    request_search(clock.now())
            except (DatabaseError, InterfaceError) as error:
                log.warning("The engine's jobs can't be read; the next try is in a moment: %s", error)
                connections.close_all()
                time.sleep(OUTAGE_SECONDS)
            if now < make_at or not _work_on(making):
                time.sleep(BUSY_SECONDS if now < busy_until else IDLE_SECONDS)


def _work_on(making: Iterator[None]) -> bool:
    """Spend a moment on the endings; return False once all are made."""
    until = time.monotonic() + BUSY_SECONDS
    return any(time.monotonic() >= until for _ in making)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
