"""`manage.py migrate`: Django's, after a copy of an SQLite record whose tables are about to change.

It also migrates the engine's tables, which have their own file there, and stores the puzzles that come with
the site.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from games_app.engine_jobs.router import APP, DATABASE
from games_app.lib.outage_log import one_line
from games_app.management import backups
from games_app.services.puzzles import shipped

FOLDER = "before-upgrades"
KEPT = 2
"""Number of copies that are kept; older ones are deleted."""
NEWER = "The tables were changed by a newer version of the site. Install that version again."
TOO_OLD = (
    "This version upgrades the tables of 0.9.0, 0.10.0 and later releases. These are older, or from a state "
    "between two releases. Install 0.10.0 and start it once, then install this version."
)


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        copy = None
        if is_too_old():
            sys.exit(f"{TOO_OLD}\nNothing was changed.")
        if not (options["plan"] or options["check_unapplied"]):
            if foreign():
                sys.exit(NEWER)
            if _is_upgrade():
                copy = self._keep_copy(Path(settings.DATA_DIR) / FOLDER)
        try:
            self._change_tables(*args, **options)
        except DatabaseError as error:
            if options["traceback"]:
                raise
            sys.exit(_failed(error, copy))

    def _change_tables(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        if _is_for_all(options):
            # It has no tables of other applications, whose migrations would take as long again.
            super().handle(*args, **options | {"database": DATABASE, "app_label": APP})
        if _is_whole(options):
            shipped.load()

    def _keep_copy(self, folder: Path) -> Path:
        """Back up the record and return the backup's place, or end the command before anything changes."""
        copy = folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
        try:
            backups.make(copy)
        except backups.Refused as error:
            sys.exit(f"{error}\nThe upgrade was not begun: it is made after a copy only.")
        self.stdout.write(f"Before the upgrade the record was copied to {copy}")
        self.stdout.flush()
        for old in sorted(path for path in folder.iterdir() if path.is_dir())[:-KEPT]:
            shutil.rmtree(old)
        return copy


def is_too_old() -> bool:
    """Return whether the record has only some of the migrations that a squashed one replaces.

    Django can't build its plan of migrations then: ask this before any other question about them.
    """
    loader = MigrationLoader(connection, load=False)
    loader.load_disk()
    applied = MigrationRecorder(connection).applied_migrations().keys()
    squashed = [set(migration.replaces) for migration in loader.disk_migrations.values()]
    return any(replaced & applied and replaced - applied for replaced in squashed)


def pending() -> list[str]:
    """Return the migrations that the record lacks, in order."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [str(migration) for migration, _ in plan]


def foreign() -> list[str]:
    """Return the migrations that the record has and the code doesn't know: the record is newer."""
    loader = MigrationExecutor(connection).loader
    replaced = [name for migration in loader.disk_migrations.values() for name in migration.replaces]
    here = loader.applied_migrations.keys() - loader.disk_migrations.keys() - set(replaced)
    return sorted(f"{app}.{name}" for app, name in here if app in loader.migrated_apps)


def _failed(error: DatabaseError, copy: Path | None) -> str:
    """Return what failed, and how the host gets back to the previous state."""
    said = f"The tables could not be brought up to date: {one_line(error)}"
    if copy is None:
        return (
            f"{said}\nA record may lie half-way between two versions now. If there is one, restore the "
            "backup that you made before, with the version that made it. `--traceback` says where it failed."
        )
    data = copy.parent.parent
    moved = data.with_name(f"{data.name}-failed")
    return (
        f"{said}\nThe record as it was before is safe in {copy}. To go back to it, install the version that "
        f"ran before, rename {data} to {moved}, and run "
        f"`python3 manage.py restore {moved / FOLDER / copy.name}`. `--traceback` says where it failed."
    )


def _is_whole(options: Mapping[str, Any]) -> bool:
    """Return whether the whole site is migrated. Django's tests, which sync, need less."""
    is_run = not (options["plan"] or options["check_unapplied"] or options["run_syncdb"])
    return is_run and options["database"] == DEFAULT_DB_ALIAS and not options["app_label"]


def _is_for_all(options: Mapping[str, Any]) -> bool:
    """Return whether the engine's file is included. Django's tests, which sync, prepare it themselves."""
    whole = options["database"] == DEFAULT_DB_ALIAS and not options["app_label"]
    return whole and not options["run_syncdb"] and DATABASE in connections


def _is_upgrade() -> bool:
    """Return whether migrations are pending for a record in an SQLite file."""
    if connection.vendor != "sqlite" or not Path(connection.settings_dict["NAME"]).is_file():
        return False
    return backups.has_record() and bool(pending())
