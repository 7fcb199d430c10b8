"""Registration of the room of the engine: its workers, its line of `status` and its gauge."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, router
from django.db.models import Count
from django.utils.translation import gettext as _

from games_app.analysis.jobs.models import Job as EngineJob
from games_app.lib import clock
from games_app.lib.rooms import Finding, Gauge, Job, Room

UNANSWERED = timedelta(seconds=10)
"""Age of a waiting reply of the computer after which no worker seems to run."""
COUNTED_STATES = (EngineJob.State.WAITING, EngineJob.State.RUNNING, EngineJob.State.FAILED)


def jobs() -> Iterator[Job]:
    """Yield the workers. One makes only the computer's moves, which never wait for an analysis."""
    if settings.ENGINE_WORKERS:
        yield Job("the computer", ("engine", "--only", "replies"))
    for number in range(settings.ENGINE_WORKERS):
        yield Job(f"engine worker {number + 1}", ("engine", "--only", "analyses"))


def findings() -> Iterator[Finding]:
    """Yield the state of the queue. Checking creates no missing file."""
    name = router.db_for_read(EngineJob)
    if name != DEFAULT_DB_ALIAS and not Path(connections[name].settings_dict["NAME"]).exists():
        yield Finding(_("engine"), _("no jobs yet"))
        return
    waiting = EngineJob.objects.filter(state=EngineJob.State.WAITING)
    late = waiting.filter(kind=EngineJob.Kind.REPLY, asked_at__lt=clock.now() - UNANSWERED).exists()
    wrong = _(
        "No worker takes the engine's jobs, so the computer doesn't move. `manage.py engine` starts one."
    )
    count = _("jobs waiting: {count}").format(count=waiting.count())
    yield Finding(_("engine"), count, wrong if late else "")


def gauges() -> Iterator[Gauge]:
    """Yield the number of jobs of each kind that wait, run, or have failed."""
    counted = EngineJob.objects.filter(state__in=COUNTED_STATES).order_by()
    rows = counted.values_list("kind", "state").annotate(n=Count("pk"))
    numbers: dict[tuple[str, ...], int] = {
        (kind, str(state)): 0 for kind in EngineJob.Kind.values for state in COUNTED_STATES
    }
    numbers |= {(kind, state): n for kind, state, n in rows}
    yield Gauge("boardgames_jobs", "Jobs of the engine.", ("kind", "state"), numbers)


ROOM = Room(jobs=jobs, findings=findings, gauges=gauges)
