"""`manage.py backup PATH`: copy the record and the key while the site runs; `--keep` rotates dated copies."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path

from django.core.management.base import BaseCommand

from games_app.management import backup_runs, backups


def positive(text: str) -> int:
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is not a number of backups; it is 1 or more")


class Command(BaseCommand):
    help = "Copy the record and the key that signs sessions into a new folder, while the site keeps running."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "path",
            type=Path,
            help="folder to make, which must not be there yet; with --keep, that of all copies",
        )
        parser.add_argument(
            "--keep",
            type=positive,
            metavar="N",
            help="make a dated copy in the folder, and keep the newest N whole ones",
        )

    def handle(self, *, path: Path, keep: int | None, **_: object) -> None:
        path = path.absolute()
        try:
            if keep is None:
                backups.make(backup := path)
            else:
                backup = backups.make_dated(path)
        except backups.BackupError as error:
            backup_runs.note_failed(str(error))
            sys.exit(str(error))
        size = sum(file.stat().st_size for file in backup.iterdir())
        backup_runs.note_done(backup, size)
        self.stdout.write(f"Backed up {backups.place()} to {backup} ({size / 1e6:.1f} MB).")
        if not (backup / backups.KEY).exists():
            self.stdout.write("The key is not in it: keep what SECRET_KEY is set to as well.")
        if keep is not None:
            self._delete_old(path, keep, backup)

    def _delete_old(self, folder: Path, keep: int, backup: Path) -> None:
        try:
            for old in backups.delete_old(folder, keep, backup):
                self.stdout.write(f"Deleted {old}.")
        except OSError as error:
            sys.exit(f"Old backups in {folder} could not be deleted: {error}")
