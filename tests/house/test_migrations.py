"""No migration holds up a big site for long unless the time has been measured.

A change of a table with a row for each match, move or player must not read or write all of them under a lock.
Exceptions are listed here once their time with 100 000 matches is known on both databases.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from django.db.migrations import operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import CharField, Field, IntegerField

GROWING = {"chatmessage", "event", "match", "move", "note", "player", "ply", "ratedresult", "report", "seat"}
"""Tables that grow with the matches."""

MEASURED = {"0051_seat_level"}
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


def is_long(change: Operation, before: ProjectState) -> bool:
    """Return whether it may read or write all rows of a growing table, as far as the source shows."""
    if isinstance(change, operations.RunPython | operations.RunSQL):
        return True
    if getattr(change, "model_name_lower", "") not in GROWING:
        return False
    if isinstance(change, operations.AddField):
        return is_indexed(change.field)
    if isinstance(change, operations.AlterField):
        old = before.models["games_app", change.model_name_lower].fields[change.name]
        return not is_longer_text(old, change.field)
    return isinstance(change, operations.AddIndex | operations.AddConstraint)


def is_longer_text(old: Field, new: Field) -> bool:
    """Return whether only the maximum length of a text grows; PostgreSQL then reads no row."""
    if not (isinstance(old, CharField) and isinstance(new, CharField)):
        return False
    kept = is_indexed(old) == is_indexed(new) and (old.null, old.primary_key) == (new.null, new.primary_key)
    return kept and (old.max_length or 0) <= (new.max_length or 0)


def is_indexed(field: Field) -> bool:
    return bool(field.unique or field.db_index)


def long_ones() -> set[str]:
    """Return the names of the migrations with such a change."""
    graph, state = MigrationLoader(None).graph, ProjectState()
    found = set()
    for key in graph.forwards_plan(graph.leaf_nodes("games_app")[0]):
        for operation in graph.nodes[key].operations:
            if key[0] == "games_app" and any(is_long(change, state) for change in flat([operation])):
                found.add(key[1])
            operation.state_forwards(key[0], state)
    return found - {FIRST}


def test_a_migration_that_may_take_long_on_a_big_site_has_been_measured():
    assert long_ones() == MEASURED | ELSEWHERE, (
        "measure it with 100 000 matches on both databases, write the time into CHANGELOG, and list it here"
    )


@pytest.mark.parametrize(
    ("old", "new", "free"),
    [
        (CharField(max_length=500), CharField(max_length=800), True),
        (CharField(max_length=800), CharField(max_length=500), False),
        (CharField(max_length=500), CharField(max_length=500, db_index=True), False),
        (CharField(max_length=500, null=True), CharField(max_length=500), False),
        (IntegerField(), CharField(max_length=20), False),
    ],
)
def test_a_longer_text_needs_no_measurement(old, new, free):
    assert is_longer_text(old, new) is free
