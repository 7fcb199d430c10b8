"""`manage.py backup PATH`: copy the record and the key while the site runs."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand

from games_app.management import backups


class Command(BaseCommand):
    help = "Copy the record and the key that signs sessions into a new folder, while the site keeps running."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="folder to make; it must not be there yet")

    def handle(self, *, path: Path, **_: object) -> None:
        path = path.absolute()
        try:
            backups.make(path)
        except backups.Refused as error:
            sys.exit(str(error))
        size = sum(file.stat().st_size for file in path.iterdir()) / 1e6
        self.stdout.write(f"Backed up {backups.place()} to {path} ({size:.1f} MB).")
        if not (path / backups.KEY).exists():
            self.stdout.write("The key is not in it: keep what SECRET_KEY is set to as well.")
