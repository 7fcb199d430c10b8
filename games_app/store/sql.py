"""Hand-written SQL of the hot path.

The ORM's bulk operations take several times as long for the same rows, and an action waits for them. Each
function is one statement, run for many rows; a test checks their number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from datetime import UTC, datetime
from typing import Any, TypeAlias

import msgspec
from django.db import connection, models

from games_app.models import Event, Match, Move, Seat
from games_app.services.state.transitions import EventRow, PlyRow

Encode: TypeAlias = Callable[[Any], Any]
Column: TypeAlias = tuple[str, str, Encode]
"""Name in the database, attribute of the model, and encoder of values."""


LOBBY_LOCK = 0x10BB7
"""Key of PostgreSQL's advisory lock under which strangers are paired."""


class Conflict(Exception):
    """A match changed between being locked and being written, which the lock should make impossible."""


def lock_matches(public_ids: Collection[str]) -> dict[str, int]:
    """Lock the rows of these matches, always in the same order; return the seq of each that exists."""
    places = ", ".join(["%s"] * len(public_ids))
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    statement = (
        f"SELECT public_id, seq FROM {Match._meta.db_table} "  # noqa: S608
        f"WHERE public_id IN ({places}) ORDER BY id{lock}"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, list(public_ids))
        return dict(cursor.fetchall())


def lock_lobby() -> None:
    """Lock out the other processes from pairing until this transaction ends; SQLite has one writer anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOBBY_LOCK])


def insert_events(events: Iterable[EventRow]) -> None:
    """Insert events; their matches must have been stored."""
    rows = [tuple(_values(event, _EVENT_COLUMNS)) for event in events]
    _insert(Event._meta.db_table, [name for name, _, _ in _EVENT_COLUMNS], rows)


def insert_moves(moves: Iterable[PlyRow]) -> None:
    _insert(Move._meta.db_table, PlyRow._fields, list(moves))


def update_matches(rows: Sequence[Match], seqs: Mapping[str, int]) -> None:
    """Update the rows, each on condition of the seq it had in the database. Raises Conflict."""
    if not rows:
        return
    assignments = _assignments(_MATCH_COLUMNS)
    statement = f"UPDATE {Match._meta.db_table} SET {assignments} WHERE id = %s AND seq = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(
            statement, [(*_values(row, _MATCH_COLUMNS), row.pk, seqs[row.public_id]) for row in rows]
        )
        if cursor.rowcount != len(rows):
            raise Conflict


def update_seats(seats: Iterable[Seat]) -> None:
    """Update rows that have been stored before."""
    rows = [(*_values(seat, _SEAT_COLUMNS), seat.pk) for seat in seats]
    if not rows:
        return
    statement = f"UPDATE {Seat._meta.db_table} SET {_assignments(_SEAT_COLUMNS)} WHERE id = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(statement, rows)


def rename_in_frames(match: Match, names: Mapping[str, str]) -> None:
    """Replace the names of these roles in every stored frame that lists the seats.

    The only change ever made to an event: it removes a withdrawn name.
    """
    changed = list(Event.objects.filter(match=match, frame__contains='"seats":').order_by("seq"))
    for event in changed:
        frame = msgspec.json.decode(event.frame)
        frame["seats"] = [
            seat | {"name": names[seat["role"]]} if seat["name"] and seat["role"] in names else seat
            for seat in frame["seats"]
        ]
        event.frame = msgspec.json.encode(frame).decode()
    Event.objects.bulk_update(changed, ["frame"])


def _insert(table: str, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
    if not rows:
        return
    places = ", ".join(["%s"] * len(columns))
    statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(statement, rows)


def _values(row: models.Model | EventRow, columns: Sequence[Column]) -> Iterator[Any]:
    return (encode(getattr(row, attribute)) for _, attribute, encode in columns)


def _assignments(columns: Sequence[Column]) -> str:
    return ", ".join(f"{name} = %s" for name, _, _ in columns)


def _json(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


def _time(value: datetime | None) -> Any:
    """Encode a time in UTC as Django's field does, for SQLite without converting the time zone."""
    if value is not None and value.tzinfo is UTC and connection.vendor == "sqlite":
        return str(value.replace(tzinfo=None))
    return connection.ops.adapt_datetimefield_value(value)


def _as_it_is(value: Any) -> Any:
    return value


def _columns(model: type[models.Model], without: Set[str]) -> tuple[Column, ...]:
    return tuple(
        (str(field.column), field.attname, _ENCODERS.get(type(field), _as_it_is))
        for field in model._meta.concrete_fields
        if field.name not in without
    )


_ENCODERS: Mapping[type[Any], Encode] = {models.JSONField: _json, models.DateTimeField: _time}

_EVENT_COLUMNS = _columns(Event, {"id"})
_MATCH_COLUMNS = _columns(
    Match,
    without={
        *("id", "public_id", "game", "options", "terms", "rules_version", "maker", "series", "origin"),
        *("players_chat", "watchers_chat", "created_at", "open_offer", "invited"),
    },
)
"""Columns that an event may change."""
_SEAT_COLUMNS = _columns(Seat, without={"id", "match", "role"})


def drain_pool() -> None:
    """Discard the pool's idle connections: what broke one may have broken all.

    Whether this thread's connection is open says nothing: Django has replaced a broken one from the pool.
    """
    if pool := getattr(connection, "pool", None):
        pool.drain()
