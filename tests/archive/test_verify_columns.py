"""R18: `verify` notices every changed value of a match's rows, apart from those that it names."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, models, transaction
from django.db.models import Q

from games_app.archive.verify import NOT_COMPARED, verify
from games_app.games.rules import get_game
from games_app.match import wire
from games_app.match.event_kinds import EventKind
from games_app.models import Event, Match, Ply, Seat
from tests.match_kinds import every_kind

pytestmark = pytest.mark.django_db

LATER = datetime(2026, 12, 24, tzinfo=UTC)
COLUMNS = [
    *(
        f"{model.__name__}.{field.name}"
        for model in (Match, Seat, Event, Ply)
        for field in model._meta.concrete_fields
        if not field.primary_key
    ),
    *(f"Event.frame.{name}" for name in wire.Event.__struct_fields__ if name != "position"),
    *(f"Event.frame.position.{name}" for name in wire.Position.__struct_fields__),
]


@pytest.fixture(scope="module")
def matches(django_db_setup: None, django_db_blocker: Any) -> Iterator[list[str]]:
    """Store matches of every kind, which leave with the last test of this module."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield every_kind()
        transaction.set_rollback(True)


def test_matches_of_every_kind_are_sound_and_have_every_event(matches):
    assert {one: verify(one) for one in matches} == {one: [] for one in matches}
    kinds = Event.objects.filter(match__public_id__in=matches).values_list("what", flat=True)
    assert set(kinds) == set(EventKind)


@pytest.mark.parametrize("column", COLUMNS)
def test_changed_value_is_noticed_unless_its_column_is_listed_as_not_compared(matches, column):
    tried = [(row, value) for row in rows(column, matches) for value in changed(column, row)]
    noticed = {(row.pk, str(value)): is_noticed(row, column, value) for row, value in tried}
    assert True in noticed.values() or column in NOT_COMPARED, "the database refuses every other value"
    unnoticed = [change for change, seen in noticed.items() if seen is False]
    assert bool(unnoticed) == (column in NOT_COMPARED), unnoticed


def rows(column: str, matches: list[str]) -> Iterable[models.Model]:
    """Return the rows to change: a match or event of each kind, or of each match the last seat or ply."""
    table, name, *_ = column.split(".")
    model = {one.__name__: one for one in (Match, Seat, Event, Ply)}[table]
    if model is Match:
        of_all = Match.objects.filter(public_id__in=matches).order_by("pk")
        return {(row.status, row.how, str(getattr(row, name))): row for row in of_all}.values()
    of_match = model.objects.filter(match__public_id__in=matches).select_related("match")
    if model is Event:
        return {(event.what, bool(event.role)): event for event in of_match.order_by("-pk")}.values()
    return {row.match_id: row for row in of_match.order_by("pk")}.values()


def changed(column: str, row: models.Model) -> Iterator[Any]:
    """Yield other values for this column of the row."""
    _, name, *keys = column.split(".")
    field = row._meta.get_field(name)
    value = getattr(row, field.attname)
    if keys:
        frame = json.loads(value)
        inner = frame["position"] if len(keys) == 2 else frame
        part = inner | {keys[-1]: next(others(inner.get(keys[-1])))}
        yield json.dumps(frame | {"position": part} if len(keys) == 2 else part)
    elif field.is_relation:
        others_of = field.related_model.objects.exclude(pk=value).order_by("-pk")
        yield from others_of.values_list("pk", flat=True)[:1]
    elif field.choices:
        yield from sorted({choice for choice, _ in field.choices} - {value})[:2]
    elif isinstance(field, models.DateTimeField):
        yield value + timedelta(seconds=1) if value else LATER
    elif isinstance(field, models.IntegerField):
        yield from others(value or 0)
    else:
        yield from others(value)
    if name == "role":
        yield from set(get_game(row.match.game).roles) - {value}
    if field.null and value is not None:
        yield None


def others(value: Any) -> Iterator[Any]:
    """Yield other values, of the same type if there is one; in an object also one value after another."""
    match value:
        case bool():
            yield not value
        case int() | float():
            yield value + 1000
            if value:
                yield value - 1
        case str():
            yield "seats" if value in Match.Visibility.values else "other"
        case dict():
            yield from (value | {name: next(others(value[name]))} for name in reversed(value))
            yield value | {"other": 1}
        case list():
            if value:
                yield [next(others(value[0])), *value[1:]]
            yield [*value, "other"]
        case None:
            yield "other"


def is_noticed(row: models.Model, column: str, value: Any) -> bool | None:
    """Return whether its match or one beside it seems altered then; None if the database refuses."""
    with transaction.atomic():
        try:
            with transaction.atomic():
                type(row).objects.filter(pk=row.pk).update(**{column.split(".")[1]: value})
        except DatabaseError:
            return None
        own = Match.objects.get(pk=row.pk if isinstance(row, Match) else row.match_id)
        beside = Match.objects.filter(Q(successor=own.public_id) | Q(public_id=own.successor))
        noticed = any(verify(one.public_id) for one in (own, *beside))
        transaction.set_rollback(True)
    return noticed
