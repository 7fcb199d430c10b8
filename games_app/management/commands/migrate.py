"""`manage.py migrate`: Django's, after a copy of an SQLite record whose tables are about to change.

It also migrates the engine's tables, which have their own file there, and stores the puzzles that come with
the site.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.migrations import Migration

from games_app.analysis.jobs.apps import APP, DATABASE
from games_app.analysis.puzzles import shipped
from games_app.lib.outage_log import one_line
from games_app.management import backups, schema
from games_app.management.schema import NEWER, TOO_OLD, Progress

FOLDER = "before-upgrades"
COPIES_KEPT = 2
"""Number of copies that are kept; older ones are deleted."""
NEW_SITE = 5_000_000
"""Bytes that a new site takes in its data folder, with room for the log of the first commits."""


class Command(migrate.Command):
    _progress = Progress.NONE
    """The work of this command: to create the tables, to upgrade them, or none."""
    _copy: Path | None = None
    """Copy of the record as it was before the upgrade."""
    _changes_record = True
    """True while it migrates the record, and not the engine's tables."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command. Django's checks, which come first, already create the file of a record."""
        try:
            if _is_new_file() and shutil.disk_usage(settings.DATA_DIR).free < NEW_SITE:
                sys.exit(_too_small())
            return super().execute(*args, **options)
        except DatabaseError as error:
            if options["traceback"]:
                raise
            sys.exit(self._failed(error))

    def handle(self, *args: Any, **options: Any) -> None:
        self._begin(options)
        self._change_tables(*args, **options)
        if schema.progress() and not schema.pending():
            schema.set_progress(Progress.NONE)

    def migration_progress_callback(
        self, action: str, migration: Migration | None = None, fake: bool = False
    ) -> None:
        if action == "apply_start" and self._changes_record:
            schema.set_progress(self._progress)
        super().migration_progress_callback(action, migration, fake)

    def _begin(self, options: Mapping[str, Any]) -> None:
        """Refuse what can't be migrated, and copy a record whose tables will change."""
        applied = schema.applied()
        if schema.is_too_old(applied):
            sys.exit(f"{TOO_OLD}\nNothing was changed.")
        if options["plan"] or options["check_unapplied"]:
            return
        if schema.foreign(applied):
            sys.exit(NEWER)
        under_way = schema.progress()
        if under_way is Progress.CREATION or not backups.has_record():
            self._progress = Progress.CREATION
        elif schema.pending():
            self._progress = Progress.UPGRADE
            if connection.vendor == "sqlite":
                folder = Path(settings.DATA_DIR) / FOLDER
                self._copy = self._found_copy(folder) if under_way else self._new_copy(folder)

    def _change_tables(self, *args: Any, **options: Any) -> None:
        self._changes_record = options["database"] == DEFAULT_DB_ALIAS
        super().handle(*args, **options)
        if _is_for_all(options):
            self._changes_record = False
            # It has no tables of other applications, whose migrations would take as long again.
            super().handle(*args, **options | {"database": DATABASE, "app_label": APP})
        if _is_whole(options):
            shipped.load()

    def _new_copy(self, folder: Path) -> Path:
        """Back up the record and return the backup's place, or end the command before anything changes."""
        try:
            copy = backups.make_dated(folder)
        except backups.BackupError as error:
            sys.exit(f"{error}\nThe upgrade was not begun: it is made after a copy only.")
        self._say(f"Before the upgrade the record was copied to {copy}")
        backups.delete_old(folder, COPIES_KEPT, copy)
        return copy

    def _found_copy(self, folder: Path) -> Path | None:
        """Return the copy from before an interrupted upgrade. A copy of a half-migrated record is no use."""
        copy = backups.newest_whole(folder)
        where = f"The record as it was before is in {copy}" if copy else f"There is no copy in {folder}"
        self._say(f"The last upgrade was interrupted. It goes on. {where}")
        return copy

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def _failed(self, error: DatabaseError) -> str:
        """Return what failed, and how the host gets back to the previous state."""
        text = f"The tables could not be brought up to date: {one_line(error)}"
        trace = "`--traceback` says where it failed."
        if self._progress is Progress.NONE:
            return f"{text}\nNo table was changed. {trace}"
        if self._progress is Progress.CREATION:
            is_full = "full" in str(error)
            return f"{text}\n{_too_small()}" if is_full else f"{text}\nNo record was there before. {trace}"
        if self._copy is None:
            return (
                f"{text}\nA record may lie half-way between two versions now. If there is one, restore the "
                f"backup that you made before, with the version that made it. {trace}"
            )
        data = self._copy.parent.parent
        moved = data.with_name(f"{data.name}-failed")
        return (
            f"{text}\nThe record as it was before is safe in {self._copy}. To go back to it, install the "
            f"version that ran before, rename {data} to {moved}, and run "
            f"`python3 manage.py restore {moved / FOLDER / self._copy.name}`. {trace}"
        )


def _is_new_file() -> bool:
    """Return whether the record would be a new SQLite file in the data folder."""
    record = Path(connection.settings_dict["NAME"])
    return connection.vendor == "sqlite" and record.parent == settings.DATA_DIR and not record.exists()


def _too_small() -> str:
    return (
        f"The disk of {settings.DATA_DIR} is full or too small: a new site needs {NEW_SITE // 1_000_000} MB. "
        "Make room, or choose a folder on another disk in DATA_DIR, and start again. There was no record "
        "before, so nothing is lost."
    )


def _is_whole(options: Mapping[str, Any]) -> bool:
    """Return whether the whole site is migrated. Django's tests, which sync, need less."""
    is_run = not (options["plan"] or options["check_unapplied"] or options["run_syncdb"])
    return is_run and options["database"] == DEFAULT_DB_ALIAS and not options["app_label"]


def _is_for_all(options: Mapping[str, Any]) -> bool:
    """Return whether the engine's file is included. Django's tests, which sync, prepare it themselves."""
    whole = options["database"] == DEFAULT_DB_ALIAS and not options["app_label"]
    return whole and not options["run_syncdb"] and DATABASE in connections
