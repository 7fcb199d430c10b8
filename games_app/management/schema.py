"""The tables of the record, compared with what this version of the code expects."""

from __future__ import annotations

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

NEWER = "The tables were changed by a newer version of the site. Install that version again."


def pending() -> list[str]:
    """Return the migrations that the record lacks, in order."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [str(migration) for migration, _ in plan]


def foreign() -> list[str]:
    """Return the migrations of this site that the record has and the code doesn't know: it is newer."""
    loader = MigrationExecutor(connection).loader
    here = loader.applied_migrations.keys() - loader.disk_migrations.keys()
    return sorted(f"{app}.{name}" for app, name in here if app in loader.migrated_apps)
