"""Requests for jobs: who waits for what, how many jobs an address may have waiting, and whose turn it is.

A waiting page keeps asking, which prolongs its request. Addresses take turns: the next job is one for the
address that has waited longest since its last one. Only hashes of addresses are stored, while a job waits.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import OrderBy

from games_app.analysis.jobs.models import Job, Request, Turn
from games_app.lib.refusals import Refusal, Refused

MOST_WAITING = 5
"""Number of unfinished jobs that one address may have requested."""
RUN_PATIENCE = {
    Job.Kind.REPLY: timedelta(seconds=20),
    Job.Kind.POSITION: timedelta(seconds=20),
    Job.Kind.REVIEW: timedelta(minutes=2),
}
"""Time after which a request expires. A browser may stop the scripts of a hidden page for a while."""
ASKERS_KEPT_FOR = timedelta(hours=1)
"""Time after which an address's last turn is forgotten."""
RETRY_SECONDS = 5
"""Time after which an address with so many unfinished jobs may ask again."""
UNFINISHED = (Job.State.WAITING, Job.State.RUNNING)


@dataclass(frozen=True, slots=True)
class Asker:
    """A browser that requests a job, and the hash of its address."""

    browser: str
    address: str


def join(job: Job, asker: Asker, now: datetime, *, limited: bool = True) -> None:
    """Add the asker to those who wait for the job, or prolong their request.

    Raises Refused if it is ``limited`` and the address has requested ``MOST_WAITING`` others.
    """
    if limited and not job.requests.filter(address=asker.address, until__gt=now).exists():
        unfinished = _live(now).filter(address=asker.address, job__state__in=UNFINISHED)
        if unfinished.values("job").distinct().count() >= MOST_WAITING:
            wait = {"limit": MOST_WAITING, "seconds": RETRY_SECONDS}
            raise Refused(Refusal("too_many_analyses", wait, retry_ms=1000 * RETRY_SECONDS))
    lasting = {"address": asker.address, "until": now + RUN_PATIENCE[Job.Kind(job.kind)]}
    Request.objects.update_or_create(job=job, browser=asker.browser, defaults=lasting)


def prolong(job: Job, asker: Asker, now: datetime) -> None:
    """Prolong the asker's request, if it has one."""
    lasting = {"address": asker.address, "until": now + RUN_PATIENCE[Job.Kind(job.kind)]}
    job.requests.filter(browser=asker.browser).update(**lasting)


def is_alone(job: Job, asker: Asker, now: datetime) -> bool:
    """Return whether this browser, and no other, waits for the job."""
    browsers = _live(now).filter(job=job).values_list("browser", flat=True)
    return set(browsers) == {asker.browser}


def deserted(now: datetime) -> Q:
    """Return the condition of jobs that browsers requested but no browser waits for any more."""
    requests = Request.objects.filter(job=OuterRef("pk"))
    return Q(Exists(requests), ~Exists(requests.filter(until__gt=now)))


def in_turn(jobs: QuerySet[Job], now: datetime) -> QuerySet[Job]:
    """Return the jobs with ``turn``, the time when any of their askers' addresses was last served."""
    served = Turn.objects.filter(address=OuterRef("address")).values("served_at")
    requests = _live(now).filter(job=OuterRef("pk")).annotate(served=Subquery(served))
    return jobs.annotate(turn=Subquery(requests.order_by(_longest_ago("served")).values("served")[:1]))


def first_in_turn() -> tuple[str | OrderBy, ...]:
    """Return the order of jobs that have a ``turn``: addresses not served yet come first.

    Of the jobs of one address, those come first that have not run yet, then those that have rested longest.
    """
    return _longest_ago("turn"), _longest_ago("lease_until"), "pk"


def note_turn(job: Job, now: datetime) -> None:
    """Store that the addresses that wait for the job are served now."""
    addresses = _live(now).filter(job=job).values_list("address", flat=True).distinct()
    Turn.objects.bulk_create(
        [Turn(address=address, served_at=now) for address in addresses],
        update_conflicts=True,
        unique_fields=["address"],
        update_fields=["served_at"],
    )


def others_wait(job: Job, now: datetime) -> bool:
    """Return whether another browser waits for a worker, or for this one to continue its job."""
    own = _live(now).filter(job=job).values("browser")
    resting = Q(job__state=Job.State.RUNNING, job__worker=job.worker)
    others = _live(now).exclude(job=job).exclude(browser__in=own)
    return others.filter(Q(job__state=Job.State.WAITING) | resting).exists()


def anybody_else_waits(asker: Asker, now: datetime) -> bool:
    """Return whether an unfinished job belongs to another browser."""
    others = _live(now).filter(job__state__in=UNFINISHED).exclude(browser=asker.browser)
    return others.exists()


def before(job: Job, now: datetime) -> int:
    """Return how many waiting jobs come first, if addresses take turns and nobody requests more."""
    waiting: defaultdict[str, list[int]] = defaultdict(list)
    rows = _live(now).filter(job__state=Job.State.WAITING).order_by("job").distinct()
    for address, pk in rows.values_list("address", "job"):
        waiting[address].append(pk)
    turns = dict(Turn.objects.filter(address__in=list(waiting)).values_list("address", "served_at"))

    def turn(address: str) -> tuple[float, int]:
        served = turns.get(address)
        return served.timestamp() if served else 0.0, waiting[address][0]

    def place(own: str) -> int:
        number = waiting[own].index(job.pk)
        rounds = {each: number + (turn(each) < turn(own)) for each in waiting if each != own}
        return number + sum(min(len(waiting[each]), most) for each, most in rounds.items())

    return min((place(address) for address, jobs in waiting.items() if job.pk in jobs), default=0)


def prune(now: datetime) -> None:
    """Delete turns that no longer matter, and requests for finished jobs."""
    Request.objects.filter(until__lt=now).exclude(job__state__in=UNFINISHED).delete()
    Turn.objects.filter(served_at__lt=now - ASKERS_KEPT_FOR).delete()


def _live(now: datetime) -> QuerySet[Request]:
    return Request.objects.filter(until__gt=now)


def _longest_ago(field: str) -> OrderBy:
    return F(field).asc(nulls_first=True)
