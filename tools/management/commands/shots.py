"""`manage.py shots`: screenshots of all pages in all states, to review the effect of a change."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tools.shots import taking


class Command(BaseCommand):
    help = "Take pictures of all pages in all states: `shots --out DIR`, or `shots --out DIR --only home`."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--out", type=Path, required=True, help="folder for the pictures and index.html")
        parser.add_argument("--only", default="", metavar="NAME", help="states whose names contain this")

    def handle(self, *, out: Path, only: str, **_: Any) -> None:
        album = taking.take(out, only, self.stderr.write)
        self.stdout.write(f"{len(album.pictures)} pictures, all of them on {out / 'index.html'}")
        if album.troubles:
            sys.exit(1)
