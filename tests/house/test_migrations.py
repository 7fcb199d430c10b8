"""No migration holds up a big site for long unless the time has been measured.

A change of a table with a row for each match, move or player must not read or write all of them under a lock.
Exceptions are listed here, with the figures of `manage.py bench upgrade` for 100 000 matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db.migrations import operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.models import Field

GROWING = {"chatmessage", "event", "match", "move", "note", "player", "ply", "ratedresult", "report", "seat"}
"""Tables that grow with the matches."""

MEASURED: set[str] = set()
ELSEWHERE = {"0039_squashed_0049_bots"}
"""Migrations that run code or SQL, but on none of the growing tables."""
FIRST = "0001_squashed_0038_open_to_invitations"
"""The migration that creates the tables, which are still empty."""


def flat(changes: Iterable[Operation]) -> Iterator[Operation]:
    for change in changes:
        if isinstance(change, operations.SeparateDatabaseAndState):
            yield from flat(change.database_operations)
        else:
            yield change


def is_long(change: Operation) -> bool:
    """Return whether it may read or write all rows of a growing table, as far as the source shows."""
    if isinstance(change, operations.RunPython | operations.RunSQL):
        return True
    if getattr(change, "model_name_lower", "") not in GROWING:
        return False
    if isinstance(change, operations.AddField):
        return is_indexed(change.field)
    return isinstance(change, operations.AddIndex | operations.AddConstraint | operations.AlterField)


def is_indexed(field: Field) -> bool:
    return bool(field.unique or field.db_index)


def test_a_migration_that_may_take_long_on_a_big_site_has_been_measured():
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    found = {
        name
        for (app, name), migration in loader.disk_migrations.items()
        if app == "games_app" and name != FIRST and any(map(is_long, flat(migration.operations)))
    }
    assert found == MEASURED | ELSEWHERE, (
        "give `manage.py bench upgrade` for both databases, and list it here"
    )
