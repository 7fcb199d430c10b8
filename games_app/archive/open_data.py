"""Open data: the public games and tournaments that ended in a month, and the positions that are proved.

Published data follow the record: a month is written again once a name or a visibility in it changes.
Somebody has withdrawn then, or a match was closed, opened or hidden.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
from django.conf import settings
from django.db.models import Max
from msgspec import Struct

from games_app.archive.exports import exported
from games_app.archive.notation import MatchFile
from games_app.archive.proved_positions import HardPosition, ProvedPosition, ProvedPositions
from games_app.lib import clock
from games_app.lib.names import WITHDRAWN
from games_app.lib.refusals import Refused
from games_app.match.event_kinds import EventKind
from games_app.models import Entry, Event, Match, Pairing, Tournament
from games_app.tournaments.downloads import TournamentFile, file_of
from games_app.tournaments.record import Record

GAMES, POSITIONS, HARD, TOURNAMENTS, SCHEMA, README, SUMS = FILES = (
    "games.ndjson.gz",
    "positions.ndjson.gz",
    "hard-positions.ndjson.gz",
    "tournaments.ndjson.gz",
    "schema.json",
    "README.md",
    "SHA256SUMS",
)


README_TITLE = "# Open data of "


@dataclass(frozen=True, slots=True)
class Month:
    """A month in UTC, written "2026-11"."""

    year: int
    month: int

    @classmethod
    def read(cls, text: str) -> Month:
        """Return the month. Raises ValueError."""
        begins = datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC)
        return cls(begins.year, begins.month)

    @property
    def begins(self) -> datetime:
        return datetime(self.year, self.month, 1, tzinfo=UTC)

    @property
    def ends(self) -> datetime:
        return datetime(self.year + self.month // 12, self.month % 12 + 1, 1, tzinfo=UTC)

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}"


def public_matches(month: Month) -> Iterator[Match]:
    """Yield the public matches that ended in this month with a result, without imported ones."""
    rows = Match.objects.filter(
        status=Match.Status.OVER,
        visibility=Match.Visibility.PUBLIC,
        ended_at__gte=month.begins,
        ended_at__lt=month.ends,
        origin__isnull=True,
    ).exclude(how__in=Match.VOID)
    return rows.order_by("ended_at", "pk").prefetch_related("seats").iterator(chunk_size=50)


def public_tournaments(month: Month) -> Iterator[Tournament]:
    """Yield the public tournaments that ended in this month."""
    public = Tournament.objects.filter(visibility=Match.Visibility.PUBLIC, status=Tournament.Status.OVER)
    ended = public.filter(ended_at__gte=month.begins, ended_at__lt=month.ends)
    return ended.order_by("ended_at", "pk").select_related("maker").iterator(chunk_size=50)


def _tournaments(month: Month) -> Iterator[bytes]:
    """Yield the tournaments in which something was played as lines."""
    for row in public_tournaments(month):
        record = Record(row)
        if any(pairing.decided_by == Pairing.DecidedBy.MATCH for pairing in record.games):
            yield msgspec.json.encode(file_of(record))


def write(folder: Path, month: Month, site: str) -> tuple[int, int]:
    """Write all files of a month into an empty folder; return the numbers of games and of positions."""
    positions = ProvedPositions()
    games = _write_lines(folder / GAMES, _games(month, site, positions))
    proved = _write_lines(folder / POSITIONS, positions.positions())
    hard = _write_lines(folder / HARD, positions.hard_positions())
    tournaments = _write_lines(folder / TOURNAMENTS, _tournaments(month))
    kinds = [MatchFile, ProvedPosition, HardPosition, TournamentFile]
    _, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": parts}
    (folder / SCHEMA).write_text(json.dumps(schema, indent=1) + "\n", encoding="utf-8")
    readme = _readme(month, site, Counts(games, proved, hard, tournaments))
    (folder / README).write_text(readme, encoding="utf-8")
    sums = (f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in FILES[:-1])
    (folder / SUMS).write_text("".join(sums), encoding="utf-8")
    return games, proved


def _games(month: Month, site: str, positions: ProvedPositions) -> Iterator[bytes]:
    """Yield the games as lines, and note the proved positions of each."""
    for row in public_matches(month):
        try:
            yield msgspec.json.encode(exported(row, site))
        except Refused:
            continue  # played by a later version, whose files this one can't describe
        positions.add(row)


def _write_lines(file: Path, lines: Iterable[bytes]) -> int:
    """Write compressed lines; the same lines make the same file."""
    count = 0
    with file.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
        for line in lines:
            packed.write(line + b"\n")
            count += 1
    return count


class Counts(NamedTuple):
    """Numbers of the lines of a month."""

    games: int
    positions: int
    hard: int
    tournaments: int


def _readme(month: Month, site: str, counts: Counts) -> str:
    now = clock.now()
    until = (
        "" if now >= month.ends else f" The month wasn't over yet: they ended before {now:%d %B, %H:%M} UTC."
    )
    return f"""{README_TITLE}{site}, {month}

Public games that ended in {month} (UTC): {counts.games}.{until}
Positions of them whose result is proved: {counts.positions}. People got {counts.hard} of them wrong.
Public tournaments that ended in {month}: {counts.tournaments}.

- `{GAMES}`: one game a line, `MatchFile` in the schema. Any site of this kind imports a line as a file.
  Private games, games by link and games without a result are not in it. Players who have withdrawn have no
  name.
- `{POSITIONS}`: one position a line, `ProvedPosition` in the schema, each once. `value.outcome` is 1 if the
  role to move wins with best play, 0 for a draw, -1 if it loses. `actions` has those of which the same is
  proved.
- `{HARD}`: which positions people get wrong, `HardPosition` in the schema, the most frequent mistakes first.
  `decided` counts decisions of people, not of programs; `wrong` those that provably gave the outcome away.
  Mirror images are counted together.
- `{TOURNAMENTS}`: one tournament a line, `TournamentFile` in the schema: people by their numbers, the
  games in the order of rounds and boards, and the standings. `match` of a game is the `match` of a line of
  games, if that game is public.
- `{SCHEMA}`: JSON Schema of all four.
- `{SUMS}`: check the files with `sha256sum -c {SUMS}`.

Licence: [CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/). The host has waived all rights to
these data, as far as the law allows.

Names may be withdrawn later. Please fetch a month again before you publish something with names in it.
"""


def site_of(folder: Path) -> str:
    """Return the address of the site that a published month names as its own."""
    title = (folder / README).read_text(encoding="utf-8").partition("\n")[0]
    return title.removeprefix(README_TITLE).rpartition(", ")[0]


def root() -> Path:
    """Return the folder of the months that the site offers."""
    return Path(settings.DATA_DIR) / "open-data"


def published() -> list[tuple[str, dict[str, int]]]:
    """Return the published months, the latest first, each with its files and their sizes in bytes."""
    folders = sorted((each for each in root().glob("????-??") if each.is_dir()), reverse=True)
    return [
        (folder.name, {name: (folder / name).stat().st_size for name in FILES if (folder / name).is_file()})
        for folder in folders
    ]


log = logging.getLogger(__name__)

VERSION = ".version.json"
"""File of a published month with its ``Version``; the site doesn't offer it."""
UNCOMMITTED = 1000
"""Number of events before the newest one that may be committed later than it."""
CHANGES = (EventKind.FORGOTTEN, EventKind.OPENED_TO)


class Version(Struct):
    """The state of the record that a published month shows."""

    newest: int = 0
    """Primary key of the newest event."""
    changes: set[int] = set()
    """Those of the last UNCOMMITTED events that have changed a name or a visibility of the month."""
    nameless: int = 0
    """Number of people in its tournaments who have withdrawn; they may have played no match."""


def publish(folder: Path, month: Month, site: str) -> tuple[int, int]:
    """Write the files of a month in place of earlier ones; return the numbers of games and positions."""
    draft = folder.with_name(folder.name + ".draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    version = _version(month, since=0)
    written = write(draft, month, site)
    (draft / VERSION).write_bytes(msgspec.json.encode(version))
    shutil.rmtree(folder, ignore_errors=True)
    draft.replace(folder)
    return written


class Republisher:
    """The months that the site offers, checked again and again by one process."""

    def __init__(self) -> None:
        self._seen: dict[Path, Version] = {}
        """The state of the record at the last check of a folder."""

    def publish_again(self) -> list[Month]:
        """Publish the months again in which something has changed; return them."""
        changed = []
        for name, _ in published():
            folder, month = root() / name, Month.read(name)
            seen = self._seen.get(folder) or _published_version(folder)
            now = _version(month, since=seen.newest if seen else 0)
            if seen is None or not now.changes <= seen.changes or now.nameless != seen.nameless:
                publish(folder, month, site_of(folder))
                log.info("Published the open data of %s again", month)
                changed.append(month)
            self._seen[folder] = now
        return changed


def _version(month: Month, *, since: int) -> Version:
    """Return the present state, with the changes since the event ``since`` and shortly before it."""
    newest = Event.objects.aggregate(newest=Max("pk"))["newest"] or 0
    changes = Event.objects.filter(pk__gt=(since or newest) - UNCOMMITTED, what__in=CHANGES)
    of_month = changes.filter(match__ended_at__gte=month.begins, match__ended_at__lt=month.ends)
    ended = Tournament.objects.filter(ended_at__gte=month.begins, ended_at__lt=month.ends)
    nameless = Entry.objects.filter(tournament__in=ended, name=WITHDRAWN).count()
    return Version(newest, set(of_month.values_list("pk", flat=True)), nameless)


def _published_version(folder: Path) -> Version | None:
    """Return what a month showed when it was published; None if an earlier release published it."""
    try:
        return msgspec.json.decode((folder / VERSION).read_bytes(), type=Version)
    except (FileNotFoundError, msgspec.DecodeError):
        return None
