"""`manage.py restore PATH`: restore a backup where there is no record yet, and verify it."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.core.management.commands.migrate import Command as Migrate

from games_app.management import backups, schema
from games_app.management.schema import Progress


class Command(BaseCommand):
    help = "Bring a backup back to where the settings say that the record is, and verify it."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="folder that `backup` has made")

    def handle(self, *, path: Path, **_: object) -> None:
        try:
            backups.restore(path.absolute())
        except backups.BackupError as error:
            sys.exit(str(error))
        self.stdout.write(f"Restored {path} to {backups.place()}.")
        self.stdout.flush()
        if schema.pending():
            # Django's own command: the backup is already the copy that the site's command makes first.
            call_command(Migrate(), interactive=False, verbosity=0)
        schema.set_progress(Progress.NONE)
        call_command("verify")
