"""The queue of jobs: any number of workers take jobs from it, and each job goes to one of them.

A worker holds a job by a lease that it renews. If the worker dies, the lease ends and the job goes to
another. Jobs that browsers request go in turn (``askers``), and are dropped when no browser waits for them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import router, transaction
from django.db.models import Case, F, IntegerField, Q, QuerySet, Value, When

from games_app.analysis.jobs import askers
from games_app.analysis.jobs.askers import Asker
from games_app.analysis.jobs.models import Evaluation, Job, Request

LEASE = timedelta(seconds=10)
MOST_TRIES = 3
"""Starts after which a job has failed: it may be what kills its workers."""
PRIORITY = {Job.Kind.REPLY: 1, Job.Kind.POSITION: 2, Job.Kind.REVIEW: 3, Job.Kind.PUZZLES: 4}
"""Urgency of kinds, lower first: somebody waits at a board for a reply, nobody for puzzles."""
QUICK = 0
"""Urgency of jobs that take milliseconds and so go before all others."""
RANK = Case(
    When(kind=Job.Kind.REVIEW, then=Value(PRIORITY[Job.Kind.POSITION])),
    default=F("priority"),
    output_field=IntegerField(),
)
"""Sort key of waiting jobs: reviews take turns with positions, which would starve them otherwise."""
RESULTS_KEPT_FOR = {
    Job.Kind.REPLY: timedelta(hours=1),
    Job.Kind.POSITION: timedelta(days=7),
    Job.Kind.REVIEW: timedelta(days=30),
    Job.Kind.PUZZLES: timedelta(days=7),
}
"""Time after which an unrequested job is deleted."""
ALL_KINDS = tuple(Job.Kind)
ENDED = (Job.State.DONE, Job.State.FAILED, Job.State.CANCELLED)


class Lost(Exception):
    """Raised if the job isn't this worker's any more: it was cancelled, or the lease ended."""


def ask(
    kind: Job.Kind,
    subject: str,
    about: dict[str, Any],
    engine: str,
    now: datetime,
    *,
    quick: bool = False,
    asker: Asker | None = None,
    limited: bool = True,
) -> Job:
    """Return the job about ``subject``, queued unless it already waits, runs or is done.

    A job that was cut short is queued again once nobody else waits. With an ``asker``, the job lasts as long
    as somebody keeps asking for it. Raises Refused for a ``limited`` job of an address with too many.
    """
    fresh = {
        "kind": kind,
        "about": about,
        "engine": engine,
        "priority": QUICK if quick else PRIORITY[kind],
        "asked_at": now,
    }
    with _transaction():
        job, made = Job.objects.get_or_create(key=f"{kind}:{subject}", defaults=fresh)
        if not made:
            _ask_again(Job.objects.filter(pk=job.pk), fresh, asker)
            job.refresh_from_db()
        if asker and job.state not in ENDED:
            askers.join(job, asker, now, limited=limited)
    return job


def _ask_again(job: QuerySet[Job], fresh: dict[str, Any], asker: Asker | None) -> None:
    """Queue a job again if it has no result, an outdated one, or one that can now be improved."""
    anew = {"state": Job.State.WAITING, "tries": 0}
    nothing = {"done": 0, "of": 0, "result": None, "short": False}
    stale = ~Q(engine=fresh["engine"]) | Q(state__in=(Job.State.FAILED, Job.State.CANCELLED))
    if job.filter(stale).update(**fresh, **anew, **nothing):
        return
    job.update(asked_at=fresh["asked_at"])
    cut = job.filter(short=True, state=Job.State.DONE)
    if cut.exists() and not (asker and askers.anybody_else_waits(asker, fresh["asked_at"])):
        # A position keeps its result until there is a better one. A review reports each decision again.
        cut.update(**anew, **({} if fresh["kind"] == Job.Kind.POSITION else nothing))


def claim(
    worker: str, now: datetime, before: int | None = None, kinds: Collection[Job.Kind] = ALL_KINDS
) -> Job | None:
    """Take the most urgent job of these kinds, for the time of a lease; None if there is none.

    Among equally urgent jobs, take the first in turn. ``before``: only a job that is more urgent than this.
    """
    free = Q(state=Job.State.WAITING) | Q(state=Job.State.RUNNING, lease_until__lt=now)
    jobs = Job.objects.filter(free, kind__in=kinds)
    if before is not None:
        jobs = jobs.filter(priority__lt=before)
    if not jobs.exists():
        return None
    with _transaction():
        _drop_deserted(jobs, now)
        ordered = askers.in_turn(jobs, now).order_by(RANK, *askers.first_in_turn())
        job = ordered.select_for_update(skip_locked=True).first()
        if job is None:
            return None
        failed = job.tries >= MOST_TRIES
        job.state = Job.State.FAILED if failed else Job.State.RUNNING
        job.worker, job.lease_until, job.tries = worker, now + LEASE, job.tries + 1
        job.save(update_fields=["state", "worker", "lease_until", "tries"])
        askers.note_turn(job, now)
    return None if failed else job


def renew(job: Job, now: datetime) -> None:
    """Prolong the lease and store the job's progress and partial result. Raises Lost."""
    _update(job, lease_until=now + LEASE, done=job.done, of=job.of, result=job.result)
    if _drop_deserted(Job.objects.filter(pk=job.pk), now):
        raise Lost


def finish(job: Job) -> None:
    """Store the result. Raises Lost."""
    _end(job, state=Job.State.DONE, done=job.of, of=job.of, result=job.result, short=job.short)


def fail(job: Job) -> None:
    """Give up a job that can't be done. Raises Lost."""
    _end(job, state=Job.State.FAILED)


def give_back(worker: str) -> None:
    """Release all jobs of this worker to others at once."""
    held = Job.objects.filter(worker=worker, state=Job.State.RUNNING)
    held.update(state=Job.State.WAITING, lease_until=None, tries=F("tries") - 1)


def put_back(job: Job, now: datetime) -> None:
    """Let a job wait for its next turn with its result so far. Raises Lost."""
    progress = {"done": job.done, "of": job.of, "result": job.result}
    _update(job, state=Job.State.WAITING, lease_until=now, tries=F("tries") - 1, **progress)


def cancel(job: Job) -> None:
    """Remove an unfinished job from the queue; its worker stops within a second."""
    Job.objects.filter(pk=job.pk).exclude(state__in=ENDED).update(state=Job.State.CANCELLED)
    Request.objects.filter(job=job).delete()


def prune(now: datetime) -> None:
    """Delete jobs that have not been requested for a long time."""
    for kind, age in RESULTS_KEPT_FOR.items():
        Job.objects.filter(kind=kind, state__in=ENDED, asked_at__lt=now - age).delete()
    askers.prune(now)


def _drop_deserted(jobs: QuerySet[Job], now: datetime) -> bool:
    """Drop those of the jobs that no browser waits for any more; return whether there were any."""
    deserted_jobs = Job.objects.filter(
        pk__in=[*jobs.filter(askers.deserted(now)).values_list("pk", flat=True)]
    )
    # A position that was analysed before, even briefly, keeps its result.
    kept = deserted_jobs.filter(kind=Job.Kind.POSITION, short=True).update(
        state=Job.State.DONE, lease_until=None
    )
    dropped, _ = deserted_jobs.exclude(state=Job.State.DONE).delete()
    return bool(kept or dropped)


def _end(job: Job, **changes: Any) -> None:
    _update(job, lease_until=None, **changes)
    Request.objects.filter(job=job).delete()


def _update(job: Job, **changes: Any) -> None:
    held = Job.objects.filter(pk=job.pk, worker=job.worker, tries=job.tries, state=Job.State.RUNNING)
    if not held.update(**changes):
        raise Lost


def _transaction() -> transaction.Atomic:
    return transaction.atomic(using=router.db_for_write(Job))


def kept_evaluation(engine: str, limit: str, positions: Collection[str]) -> dict[str, Any]:
    """Return the stored analyses of these positions."""
    rows = Evaluation.objects.filter(engine=engine, limit=limit, position__in=list(positions))
    return dict(rows.values_list("position", "found"))


def keep_evaluation(engine: str, limit: str, analyses: Mapping[str, Any]) -> None:
    """Store analyses of positions; existing ones stay."""
    rows = [
        Evaluation(engine=engine, limit=limit, position=position, found=each)
        for position, each in analyses.items()
    ]
    Evaluation.objects.bulk_create(rows, ignore_conflicts=True)
