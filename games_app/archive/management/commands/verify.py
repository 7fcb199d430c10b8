"""`manage.py verify`: replay every stored match by the rules and compare it with the record.

The matches are replayed by parallel processes in the order of their creation, so a run can resume.
"""

from __future__ import annotations

import json
import os
import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path

import django
from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from games_app.archive.verify import NOT_COMPARED, Verdict, verdicts
from games_app.lib.rooms import rooms
from games_app.models import Match

SHOWN = 5
"""Maximum number of differences printed for one match."""
NOT_READ = (
    f"Not compared: {', '.join(NOT_COMPARED.values())}. "
    "Not read: texts of the chat, notes, puzzles, analyses, accounts and all else about people. "
    "`manage.py ratings` checks the ratings."
)
CHUNK = 20
"""Number of matches that one process verifies at a time."""


class Command(BaseCommand):
    help = "Replay every match by the rules and compare it with the record; the exit code tells."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
        parser.add_argument("--resume", action="store_true", help="continue where the last run was stopped")

    def handle(self, *, jobs: int, resume: bool, **_: object) -> None:
        file = Path(settings.DATA_DIR) / "verify.json"
        progress = (kept(file) if resume else None) or fresh()
        self._kept = True
        for public_id, differences in progress.unsound.items():
            self._print_differences(public_id, differences)
        try:
            for last, verdicts in replayed(progress, max(jobs, 1)):
                progress.add(last, verdicts)
                self._keep(progress, file)
                for verdict in verdicts:
                    self._print_differences(verdict.match, verdict.differences)
        except KeyboardInterrupt:
            go_on = " verify --resume goes on from there." if self._kept else ""
            sys.exit(f"\nStopped after {_count(progress)}.{go_on}")
        with suppress(OSError):
            file.unlink(missing_ok=True)
        if not progress.unsound:
            self.stdout.write(f"{_count(progress)}: all replay to what is stored.")
        of_rooms = [difference for room in rooms() for difference in room.differences()]
        for difference in of_rooms:
            self.stdout.write(difference)
        self.stdout.write(NOT_READ)
        if progress.unsound:
            sys.exit(f"{_count(progress)}: {len(progress.unsound)} differ from the rules or from themselves.")
        if of_rooms:
            sys.exit(f"{len(of_rooms)} differences between matches and what is made of them.")

    def _keep(self, progress: SweepProgress, file: Path) -> None:
        """Store the progress. A full disk only prevents resuming, so the run continues."""
        try:
            progress.keep(file)
        except OSError as error:
            if self._kept:
                self.stderr.write(
                    f"How far it is cannot be kept in {file}: {error.strerror}. It goes on all the same, but "
                    "could not go on after a stop."
                )
            self._kept = False
            return
        self._kept = True

    def _print_differences(self, public_id: str, differences: list[str] | tuple[str, ...]) -> None:
        for difference in differences[:SHOWN]:
            self.stdout.write(f"{public_id}: {difference}")
        if len(differences) > SHOWN:
            self.stdout.write(f"{public_id}: and {len(differences) - SHOWN} more")


def _count(progress: SweepProgress) -> str:
    return f"{progress.matches} matches, {progress.plies} plies"


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

    def add(self, last: int, verdicts: list[Verdict]) -> None:
        self.done = last
        self.matches += len(verdicts)
        self.plies += sum(verdict.plies for verdict in verdicts)
        self.unsound |= {
            verdict.match: list(verdict.differences) for verdict in verdicts if verdict.differences
        }

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
