"""Verification of all matches by parallel processes, in the order of creation, resumable after a stop."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path

import django

from games_app.models import Match
from games_app.services.archive.verify import Verdict, verdicts

CHUNK = 20
"""Number of matches that one process verifies at a time."""


@dataclass
class SweepProgress:
    """Progress of a run, kept in a file so that the next run can resume."""

    until: int
    """Key of the newest match when the run began; later ones belong to the next run."""
    done: int = 0
    """Key up to which all matches have been replayed."""
    matches: int = 0
    plies: int = 0
    unsound: dict[str, list[str]] = field(default_factory=dict)

    def add(self, last: int, found: list[Verdict]) -> None:
        self.done = last
        self.matches += len(found)
        self.plies += sum(one.plies for one in found)
        self.unsound |= {one.match: list(one.differences) for one in found if one.differences}

    def keep(self, file: Path) -> None:
        draft = file.with_suffix(".draft")
        draft.write_text(json.dumps(asdict(self)), encoding="utf-8")
        draft.replace(file)


def kept(file: Path) -> SweepProgress | None:
    """Return the progress that ``keep`` wrote; None if there is none."""
    return SweepProgress(**json.loads(file.read_text(encoding="utf-8"))) if file.exists() else None


def fresh() -> SweepProgress:
    newest = Match.objects.order_by("-pk").values_list("pk", flat=True).first()
    return SweepProgress(until=newest or 0)


def replayed(progress: SweepProgress, jobs: int) -> Iterator[tuple[int, list[Verdict]]]:
    """Replay the matches that ``progress`` lacks; yield the last key and the verdicts of each chunk."""
    if jobs == 1:
        for last, ids in _chunks(progress):
            yield last, verdicts(ids)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=django.setup) as pool:
        running: deque[tuple[int, Future[list[Verdict]]]] = deque()
        try:
            for last, ids in _chunks(progress):
                running.append((last, pool.submit(verdicts, ids)))
                if len(running) > 2 * jobs:
                    first, future = running.popleft()
                    yield first, future.result()
            while running:
                first, future = running.popleft()
                yield first, future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _chunks(progress: SweepProgress) -> Iterator[tuple[int, list[str]]]:
    done = progress.done
    while True:
        rows = Match.objects.filter(pk__gt=done, pk__lte=progress.until).order_by("pk")
        chunk = list(rows.values_list("pk", "public_id")[:CHUNK])
        if not chunk:
            return
        done = chunk[-1][0]
        yield done, [public_id for _, public_id in chunk]
