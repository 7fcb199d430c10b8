"""State of the record's tables: which version made them, and whether their migration was interrupted."""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext_noop

NEWER = gettext_noop("The tables were changed by a newer version of the site. Install that version again.")
TOO_OLD = gettext_noop(
    "This version upgrades the tables of 0.9.0, 0.10.0 and later releases. These are older, or from a state "
    "between two releases. Install 0.10.0 and start it once, then install this version."
)

Applied = Collection[tuple[str, str]]
"""Migrations that a record has: app and name."""


class Progress(IntEnum):
    """Which migration of an SQLite file is under way, stored in the file itself as its `user_version`.

    So a copy says of itself whether it was made half-way, wherever it is.
    """

    NONE = 0
    CREATION = 1
    UPGRADE = 2


def progress() -> Progress:
    """Return the record's progress; NONE for PostgreSQL, of which no copies are made."""
    if connection.vendor != "sqlite":
        return Progress.NONE
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA user_version")
        return Progress(cursor.fetchone()[0])


def set_progress(reached: Progress) -> None:
    if connection.vendor == "sqlite" and progress() != reached:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA user_version = {reached.value}")


def applied() -> Applied:
    """Return the migrations that the record has."""
    return MigrationRecorder(connection).applied_migrations().keys()


def is_too_old(applied: Applied) -> bool:
    """Return whether these are only some of the migrations that a squashed one replaces.

    Django can't build its plan of migrations then: ask this before any other question about them.
    """
    squashed = [set(migration.replaces) for migration in _loader().disk_migrations.values()]
    return any(replaced & set(applied) and replaced - set(applied) for replaced in squashed)


def foreign(applied: Applied) -> list[str]:
    """Return those of these migrations that the code doesn't know: the record is newer."""
    loader = _loader()
    replaced = {name for migration in loader.disk_migrations.values() for name in migration.replaces}
    unknown = set(applied) - loader.disk_migrations.keys() - replaced
    return sorted(f"{app}.{name}" for app, name in unknown if app in loader.migrated_apps)


def pending() -> list[str]:
    """Return the migrations that the record lacks, in order."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [str(migration) for migration, _ in plan]


def _loader() -> MigrationLoader:
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    return loader
