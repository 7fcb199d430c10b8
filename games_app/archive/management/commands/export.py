"""`manage.py export`: matches as lines of JSON in the format of docs/notation.md, and open data."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db.models import QuerySet

from games_app.archive import open_data
from games_app.archive.exports import exported
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.match.visibility import BEGUN
from games_app.models import Match


def own_address() -> str:
    """Return the site's URL from the first entry of ALLOWED_HOSTS that is a name, not a pattern."""
    for host in settings.ALLOWED_HOSTS:
        if host and host[0] not in "*.":
            return f"https://{host}"
    sys.exit(
        "Say with --site which address the lines shall name as theirs, for example https://play.example."
    )


def _month(text: str) -> open_data.Month:
    try:
        month = open_data.Month.read(text)
    except ValueError:
        sys.exit(f"{text} is no month. Write it as 2026-11.")
    if month.begins > clock.now():
        sys.exit(f"{month} has not begun. Choose a month with games.")
    return month


class Command(BaseCommand):
    help = (
        "Write matches that have begun, one line of JSON each: `export --all --out matches.ndjson`. "
        "Or publish the public games of a month as open data: `export --public --month 2026-11`."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("matches", nargs="*", help="ids of matches")
        parser.add_argument("--all", action="store_true", dest="everything", help="every match there is")
        parser.add_argument("--public", action="store_true", help="open data: public games that have ended")
        parser.add_argument("--month", default="", help="of the public games, in UTC: 2026-11")
        parser.add_argument(
            "--out",
            type=Path,
            help="a file, else the terminal; with --public a folder, else that of the site",
        )
        parser.add_argument("--site", default="", help="the address that the lines name as theirs")

    def handle(
        self,
        *,
        matches: list[str],
        everything: bool = False,
        public: bool = False,
        month: str = "",
        out: Path | None = None,
        site: str = "",
        **_: object,
    ) -> None:
        if public + everything + bool(matches) != 1 or bool(month) != public:
            sys.exit("Say which matches to export: by their ids, --all, or --public with --month.")
        if public:
            self._publish(_month(month), out, site or own_address())
            return
        rows = Match.objects.filter(status__in=BEGUN).order_by("pk").prefetch_related("seats")
        if not everything:
            rows = rows.filter(public_id__in=matches)
        address = site or own_address()
        if out is None:
            self._write(rows, address, sys.stdout.buffer)
            return
        draft = out.with_name(out.name + ".draft")
        with draft.open("wb") as file:
            count = self._write(rows, address, file)
        draft.replace(out)
        self.stdout.write(f"{count} matches are in {out}.")

    def _publish(self, month: open_data.Month, out: Path | None, site: str) -> None:
        """Write the open data of a month; a folder that is there is replaced once the new one is complete."""
        folder = out or open_data.root() / str(month)
        if folder.exists() and not (folder / open_data.SUMS).is_file():
            sys.exit(f"{folder} is there and no folder of open data. Give another one with --out.")
        games, positions = open_data.publish(folder, month, site)
        self.stdout.write(f"{games} games and {positions} proved positions are in {folder}.")

    def _write(self, rows: QuerySet[Match], site: str, file: BinaryIO) -> int:
        count = 0
        for row in rows.iterator(chunk_size=50):
            try:
                written = exported(row, site)
            except Refused as error:
                self.stderr.write(f"{row.public_id} is left out. {error}")
                continue
            file.write(msgspec.json.encode(written) + b"\n")
            count += 1
        return count
