"""The queue of jobs: any number of workers take from it, each job goes to one of them.

A worker holds a job by a lease that it renews. If it dies, the lease ends and the job goes to another one.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import router, transaction
from django.db.models import Q

from games_app.engine_jobs.models import Job

LEASE = timedelta(seconds=10)
MOST_TRIES = 3
"""Starts of a job, after which it has failed: it may be what kills its workers."""
PRIORITY = {Job.Kind.REPLY: 1, Job.Kind.POSITION: 2, Job.Kind.REVIEW: 3, Job.Kind.PUZZLES: 4}
"""Sort key of kinds: somebody waits at a board for a reply, nobody for puzzles."""
QUICK = 0
"""Sort key of what takes milliseconds, and so goes before all else."""
KEPT = {
    Job.Kind.REPLY: timedelta(hours=1),
    Job.Kind.POSITION: timedelta(days=7),
    Job.Kind.REVIEW: timedelta(days=30),
    Job.Kind.PUZZLES: timedelta(days=7),
}
"""Time after which a job that nobody asks for is deleted."""
ALL_KINDS = tuple(Job.Kind)
ENDED = (Job.State.DONE, Job.State.FAILED, Job.State.CANCELLED)


class Lost(Exception):
    """The job isn't this worker's any more: it was cancelled, or the lease ended."""


def ask(
    kind: Job.Kind, subject: str, about: dict[str, Any], engine: str, now: datetime, *, quick: bool = False
) -> Job:
    """Return the job about ``subject``, which is put into the queue unless it waits, runs or is done."""
    fresh = {
        "kind": kind,
        "about": about,
        "engine": engine,
        "priority": QUICK if quick else PRIORITY[kind],
        "asked_at": now,
    }
    job, made = Job.objects.get_or_create(key=f"{kind}:{subject}", defaults=fresh)
    if made:
        return job
    stale = ~Q(engine=engine) | Q(state__in=(Job.State.FAILED, Job.State.CANCELLED))
    again = fresh | {"state": Job.State.WAITING, "tries": 0, "done": 0, "of": 0, "result": None}
    if not Job.objects.filter(stale, pk=job.pk).update(**again):
        Job.objects.filter(pk=job.pk).update(asked_at=now)
    job.refresh_from_db()
    return job


def claim(
    worker: str, now: datetime, before: int | None = None, kinds: Collection[Job.Kind] = ALL_KINDS
) -> Job | None:
    """Take the most urgent job of these kinds, for the time of a lease; None if there is none.

    ``before``: only one that is more urgent than those of this priority.
    """
    free = Q(state=Job.State.WAITING) | Q(state=Job.State.RUNNING, lease_until__lt=now)
    jobs = Job.objects.filter(free, kind__in=kinds).order_by("priority", "pk")
    if before is not None:
        jobs = jobs.filter(priority__lt=before)
    if not jobs.exists():
        return None
    with transaction.atomic(using=router.db_for_write(Job)):
        job = jobs.select_for_update(skip_locked=True).first()
        if job is None:
            return None
        failed = job.tries >= MOST_TRIES
        job.state = Job.State.FAILED if failed else Job.State.RUNNING
        job.worker, job.lease_until, job.tries = worker, now + LEASE, job.tries + 1
        job.save(update_fields=["state", "worker", "lease_until", "tries"])
    return None if failed else job


def renew(job: Job, now: datetime) -> None:
    """Prolong the lease and store the job's progress and result so far. Raises Lost."""
    _update(job, lease_until=now + LEASE, done=job.done, of=job.of, result=job.result)


def finish(job: Job) -> None:
    """Store the result. Raises Lost."""
    _update(job, state=Job.State.DONE, lease_until=None, done=job.of, of=job.of, result=job.result)


def fail(job: Job) -> None:
    """Give the job up: it can't be done. Raises Lost."""
    _update(job, state=Job.State.FAILED, lease_until=None)


def give_back(job: Job) -> None:
    """Let another worker have the job at once. Raises Lost."""
    _update(job, state=Job.State.WAITING, lease_until=None, tries=job.tries - 1)


def cancel(job: Job) -> None:
    """Take a job that has not ended out of the queue; its worker stops within a second."""
    Job.objects.filter(pk=job.pk).exclude(state__in=ENDED).update(state=Job.State.CANCELLED)


def before(job: Job) -> int:
    """Return how many waiting jobs come before this one."""
    waiting = Job.objects.filter(state=Job.State.WAITING)
    sooner = Q(priority__lt=job.priority) | Q(priority=job.priority, pk__lt=job.pk)
    return waiting.filter(sooner).count()


def prune(now: datetime) -> None:
    """Delete jobs that nobody has asked for in a long time."""
    for kind, age in KEPT.items():
        Job.objects.filter(kind=kind, state__in=ENDED, asked_at__lt=now - age).delete()


def _update(job: Job, **changes: Any) -> None:
    held = Job.objects.filter(pk=job.pk, worker=job.worker, tries=job.tries, state=Job.State.RUNNING)
    if not held.update(**changes):
        raise Lost
