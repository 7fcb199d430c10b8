"""Hand-written SQL of the hot path.

The ORM's bulk operations take several times as long for the same rows, and an action waits for them. Each
function is one statement, run for many rows; a test checks their number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any, TypeAlias

import msgspec
from django.db import connection, models

from games_app.models import Event, Match, Ply, Seat
from games_app.services.state.transitions import EventRow, PlyRow

Encode: TypeAlias = Callable[[Any], Any]

LOBBY_LOCK = 0x10BB7
"""Key of PostgreSQL's advisory lock under which strangers are paired."""


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


def stored_commands(commands: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str, int, str]]:
    """Return (match, sender, cmd, seq, what) of those commands, given by the first three, that are stored."""
    places = ", ".join(["(%s, %s, %s)"] * len(commands))
    # A row value in a list would make SQLite look at all commands of the sender in the match.
    statement = (
        f"WITH sent (match, sender, cmd) AS (VALUES {places}) "  # noqa: S608
        "SELECT event.match_id, event.sender_id, event.cmd, event.seq, event.what "
        f"FROM sent CROSS JOIN {Event._meta.db_table} AS event "
        "WHERE event.match_id = sent.match AND event.sender_id = sent.sender AND event.cmd = sent.cmd"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [value for command in commands for value in command])
        stored: list[tuple[int, int, str, int, str]] = cursor.fetchall()
        return stored


def lock_lobby() -> None:
    """Lock out the other processes from pairing until this transaction ends; SQLite has one writer anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOBBY_LOCK])


def insert_events(events: Iterable[EventRow]) -> None:
    """Insert events; their matches must have been stored."""
    _insert(Event._meta.db_table, _EVENT_COLUMNS.names, _EVENT_COLUMNS.encoded(events))


def insert_plies(plies: Iterable[PlyRow]) -> None:
    _insert(Ply._meta.db_table, PlyRow._fields, list(plies))


def update_matches(rows: Sequence[Match]) -> None:
    """Update rows that have been locked."""
    if not rows:
        return
    statement = f"UPDATE {Match._meta.db_table} SET {_MATCH_COLUMNS.assignments} WHERE id = %s"  # noqa: S608
    values = [(*each, row.pk) for each, row in zip(_MATCH_COLUMNS.encoded(rows), rows, strict=True)]
    with connection.cursor() as cursor:
        cursor.executemany(statement, values)


def update_seats(seats: Collection[Seat]) -> None:
    """Update rows that have been stored before."""
    rows = [(*values, seat.pk) for values, seat in zip(_SEAT_COLUMNS.encoded(seats), seats, strict=True)]
    if not rows:
        return
    statement = f"UPDATE {Seat._meta.db_table} SET {_SEAT_COLUMNS.assignments} WHERE id = %s"  # noqa: S608
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


def replace_player(match: Match, who: int, to: int) -> None:
    """Replace a player by another as the maker of the match and as the one invited to it."""
    match.maker_id = to if match.maker_id == who else match.maker_id
    match.invited_id = to if match.invited_id == who else match.invited_id
    Match.objects.filter(pk=match.pk).update(maker=match.maker_id, invited=match.invited_id)


def _insert(table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    if not rows:
        return
    places = ", ".join(["%s"] * len(columns))
    statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(statement, rows)


def _json(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


def _time_encoder() -> Encode:
    """Return the encoder of times that Django's field uses; for SQLite one without a change of time zone."""
    adapt: Encode = connection.ops.adapt_datetimefield_value
    if connection.vendor != "sqlite":
        return adapt

    def encode(value: datetime | None) -> Any:
        if value is None or value.tzinfo is not UTC:
            return adapt(value)
        return value.isoformat(" ").removesuffix("+00:00")

    return encode


class Columns:
    """Columns of a table, and the encoding of a row's values for them."""

    def __init__(self, model: type[models.Model], without: Set[str]) -> None:
        fields = [field for field in model._meta.concrete_fields if field.name not in without]
        self.names = [str(field.column) for field in fields]
        self.assignments = ", ".join(f"{name} = %s" for name in self.names)
        self._values = attrgetter(*(field.attname for field in fields))
        self._json = [place for place, field in enumerate(fields) if isinstance(field, models.JSONField)]
        self._times = [place for place, field in enumerate(fields) if isinstance(field, models.DateTimeField)]

    def encoded(self, rows: Iterable[models.Model | EventRow]) -> list[list[Any]]:
        """Return the values of each row, encoded column by column, which takes half the time."""
        encoded = [list(self._values(row)) for row in rows]
        for places, encode in ((self._json, _json), (self._times, _time_encoder())):
            for place in places:
                for values in encoded:
                    values[place] = encode(values[place])
        return encoded


_EVENT_COLUMNS = Columns(Event, {"id"})
_MATCH_COLUMNS = Columns(
    Match,
    without={
        *("id", "public_id", "game", "options", "terms", "rules_version", "maker", "series", "origin"),
        *("players_chat", "watchers_chat", "created_at", "open_offer", "within", "invited"),
    },
)
"""Columns that an event may change."""
_SEAT_COLUMNS = Columns(Seat, without={"id", "match", "role"})


def drain_pool() -> None:
    """Discard the pool's idle connections: the fault of one may have broken all.

    This thread's open connection proves nothing: Django has replaced a broken one from the pool.
    """
    if pool := getattr(connection, "pool", None):
        pool.drain()
