"""`manage.py verify`: replay every stored match by the rules and compare it with the record."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from games_app.management.verification import SweepProgress, fresh, kept, replayed

SHOWN = 5
"""Maximum number of differences printed for one match."""


class Command(BaseCommand):
    help = "Replay every match by the rules and compare it with the record; the exit code tells."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
        parser.add_argument("--resume", action="store_true", help="go on where the last run was stopped")

    def handle(self, *, jobs: int, resume: bool, **_: object) -> None:
        file = Path(settings.DATA_DIR) / "verify.json"
        progress = (kept(file) if resume else None) or fresh()
        self._kept = True
        for public_id, differences in progress.unsound.items():
            self._print_differences(public_id, differences)
        try:
            for last, found in replayed(progress, max(jobs, 1)):
                progress.add(last, found)
                self._keep(progress, file)
                for one in found:
                    self._print_differences(one.match, one.differences)
        except KeyboardInterrupt:
            go_on = " verify --resume goes on from there." if self._kept else ""
            sys.exit(f"\nStopped after {_count(progress)}.{go_on}")
        with suppress(OSError):
            file.unlink(missing_ok=True)
        if progress.unsound:
            sys.exit(f"{_count(progress)}: {len(progress.unsound)} differ from the rules or from themselves.")
        self.stdout.write(f"{_count(progress)}: all replay to what is stored.")

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
