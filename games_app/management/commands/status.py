"""`manage.py status`: the site's condition, problems and what to do; the exit code is 1 if there are any."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import chain
from pathlib import Path

import django
import redis
from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from boardgames import databases
from boardgames.folders import exposure_warning, server_of
from games_app.lib import clock, proxies
from games_app.lib.rooms import Finding, rooms
from games_app.management import backups, outside, schema
from games_app.management.releases import finding
from games_app.models import Alive, Match, Player, Presence

PART_WIDTH = 13
"""Width of the column with the parts' names."""
LONGEST_SILENCE = timedelta(seconds=10)
"""Age of the sign of life at which the site counts as stopped; it is renewed several times in that time."""
SPARE_BYTES = 100_000_000
"""Bytes that must be free in the data folder, besides room for a copy of the record."""
REDIS_SECONDS = 3.0
"""Maximum wait for Redis."""


class Command(BaseCommand):
    help = "Report the site's condition: what is wrong, what to do. The exit code is 1 if something is wrong."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--url", help="also check the site from outside, at this address")
        parser.add_argument(
            "--releases",
            metavar="URL",
            help="also look for a newer release in the list of tags there, as the repository's API gives it",
        )

    def handle(self, *, url: str | None, releases: str | None, **_options: object) -> None:
        faults = []
        newer = [finding(releases)] if releases else []
        for line in chain(findings(), outside.findings(url) if url else (), newer):
            self.stdout.write(f"{line.part:<{PART_WIDTH}}{line.said}")
            if line.wrong:
                faults.append(line.wrong)
        self.stdout.write("")
        if not faults:
            self.stdout.write("All is well.")
            return
        for fault in faults:
            self.stdout.write(f"! {fault}")
        sys.exit(1)


def findings() -> Iterator[Finding]:
    """Yield all findings; those about the record's content only if its tables can be read.

    They are in the active language. The command prints them in English.
    """
    yield _code()
    try:
        yield from _record()
    except DatabaseError as error:
        reason = str(error).strip().partition("\n")[0]
        wrong = _("The database can't be read: {reason}.").format(reason=reason)
        if connection.vendor != "sqlite":
            wrong = f"{wrong} {_('Is PostgreSQL running, and DATABASE_URL right?')}"
        yield Finding(_("database"), _("{place}, not readable").format(place=backups.place()), wrong)
    if settings.REDIS_URL:
        yield _redis()
    yield from _rooms()
    yield _data_folder()


def _record() -> Iterator[Finding]:
    if not backups.has_record():
        wrong = _(
            "There is no record yet. The first `python3 manage.py serve` makes it, `restore` brings one back."
        )
        yield Finding(_("database"), backups.place(), wrong)
        return
    warning = databases.sqlite_warning() if connection.vendor == "sqlite" else None
    yield Finding(_("database"), f"{backups.place()}, {_megabytes(_size())}", warning or "")
    tables = _tables()
    yield tables
    if not tables.wrong:
        yield from _play()
        if proxies.is_fault_noted():
            yield Finding(_("forms"), _("refused within the last hour"), _(proxies.HTTPS_FAULT))
        yield _life(clock.now(), server_of(Path(settings.DATA_DIR)))


def _code() -> Finding:
    versions = [f"Python {platform.python_version()}", f"Django {django.get_version()}"]
    if connection.vendor == "sqlite":
        versions.append(f"SQLite {'.'.join(map(str, databases.sqlite_version()))}")
    return Finding(_("version"), ", ".join([settings.VERSION, *filter(None, [_revision()]), *versions]))


def _revision() -> str:
    """Return the code's commit and its day; an empty string without a checkout or git."""
    git = shutil.which("git")
    if not git or not (settings.BASE_DIR / ".git").exists():
        return ""
    # If the checkout belongs to another user than the site's, git reads it only if it is told to.
    owned = f"safe.directory={settings.BASE_DIR}"
    command = [git, "-C", str(settings.BASE_DIR), "-c", owned, "log", "-1", "--format=%h %cs"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    commit, _space, day = run.stdout.strip().partition(" ")
    return _("revision {commit} of {day}").format(commit=commit, day=day) if day else ""


def _tables() -> Finding:
    applied = schema.applied()
    if schema.is_too_old(applied):
        return Finding(_("tables"), _("too old for the code"), _(schema.TOO_OLD))
    if foreign := schema.foreign(applied):
        newest = _("newer than the code ({migration})").format(migration=foreign[-1])
        return Finding(_("tables"), newest, _(schema.NEWER))
    if pending := schema.pending():
        wrong = _("The tables are older than the code. `serve` brings them up to date, as does `migrate`.")
        older = _("older than the code; changes to make: {count}").format(count=len(pending))
        return Finding(_("tables"), older, wrong)
    return Finding(_("tables"), _("up to date"))


def _play() -> Iterator[Finding]:
    yield Finding(_("players"), str(Player.objects.count()))
    playing = Match.objects.filter(status=Match.Status.PLAYING).count()
    matches = _("{all}, {playing} being played").format(all=Match.objects.count(), playing=playing)
    yield Finding(_("matches"), matches)


def _life(now: datetime, server: str | None) -> Finding:
    """Return whether the site runs and can store commands; ``server`` is the process of `serve`."""
    start = _(
        "The site is not running. Start it; if it was not stopped on purpose, its log says why it ended."
    )
    stuck = _(
        "The site runs but can't store what people do. Its log says why: a full disk, or a locked record?"
    )
    running = _("running")
    alive = Alive.objects.first()
    silent = alive is None or now - alive.at > LONGEST_SILENCE
    since = f"{alive.at:%Y-%m-%d %H:%M:%S} UTC" if alive else ""
    if silent and server is not None:
        said = (
            _("yes, process {process}; nothing stored since {moment}")
            if alive
            else _("yes, process {process}; nothing stored since its start")
        )
        return Finding(running, said.format(process=server, moment=since), stuck)
    if alive is None:
        return Finding(running, _("never yet"), start)
    if silent:
        return Finding(running, _("no; last sign of life at {moment}").format(moment=since), start)
    if alive.refused:
        refused = _("yes, but people are refused since {time} UTC").format(time=f"{alive.refused:%H:%M:%S}")
        return Finding(running, refused, stuck)
    here = Presence.objects.filter(until__gt=now).values("person").distinct().count()
    return Finding(running, _("yes; people at a match now: {count}").format(count=here))


def _rooms() -> Iterator[Finding]:
    for room in rooms():
        # A database that can't be read is reported above.
        with suppress(DatabaseError):
            yield from room.findings()


def _redis() -> Finding:
    try:
        redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS
        ).ping()
    except redis.RedisError as error:
        wrong = _(
            "Redis can't be reached: {error}. Until it is, pages of other processes hear of moves later."
        ).format(error=str(error).rstrip("."))
        return Finding("Redis", _("not reachable"), wrong)
    return Finding("Redis", _("answers"))


def _data_folder() -> Finding:
    folder = Path(settings.DATA_DIR)
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        wrong = _("The data folder {folder} can't be used: {reason}. Name another one in DATA_DIR.").format(
            folder=folder, reason=error.strerror
        )
        return Finding(_("data folder"), str(folder), wrong)
    wrong = exposure_warning(folder)
    if free < SPARE_BYTES + (_size() if connection.vendor == "sqlite" else 0):
        full = _("The disk is nearly full: there is no room for a copy of the record. Free some of it.")
        wrong = f"{full} {wrong}"
    room = _("{folder}, {size} free").format(folder=folder, size=_megabytes(free))
    return Finding(_("data folder"), room, wrong.strip())


def _size() -> int:
    """Return the size of the record in bytes."""
    if connection.vendor == "sqlite":
        record = Path(connection.settings_dict["NAME"])
        return sum(file.stat().st_size for file in record.parent.glob(f"{record.name}*"))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def _megabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.1f} MB"
