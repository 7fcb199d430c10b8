"""Hand-written SQL of the hot path.

The ORM's bulk operations take several times as long for the same rows, and an action waits for them. Each
function but ``insert_match`` and ``update_matches`` is one statement for many rows; a test checks their
number. The cursors are the driver's. ``rename_in_frames`` and ``replace_player`` are rare and use the ORM.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec
from django.db import connection, models

from games_app.lib.driver import PLACE, Cursor, driver_cursor, places
from games_app.match.event_kinds import LISTING_SEATS
from games_app.match.match_state import MatchState
from games_app.match.transitions import EventRow, PlyRow
from games_app.models import Event, LostTime, Match, Ply, Seat
from games_app.models.compressed_text import CompressedTextField, compressed

LOBBY_LOCK = 0x10BB7
"""Key of PostgreSQL's advisory lock under which strangers are paired."""


def lock_matches(public_ids: Collection[str]) -> tuple[dict[str, int], list[str]]:
    """Lock the rows of these matches, always in the same order.

    Return the seq of each that exists, and those to which lost time is to be given back.
    """
    match, lost = Match._meta.db_table, LostTime._meta.db_table
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    statement = (
        f"SELECT public_id, seq, EXISTS (SELECT 1 FROM {lost} WHERE match_id = {match}.id) "  # noqa: S608
        f"FROM {match} WHERE public_id IN ({places(len(public_ids))}) ORDER BY id{lock}"
    )
    with driver_cursor() as cursor:
        cursor.execute(statement, list(public_ids))
        rows = cursor.fetchall()
    return {public_id: seq for public_id, seq, _ in rows}, [public_id for public_id, _, lost in rows if lost]


def stored_commands(commands: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str, int, str]]:
    """Return (match, sender, cmd, seq, what) of those commands, given by the first three, that are stored."""
    sent = ", ".join([f"({places(3)})"] * len(commands))
    # A row value in a list would make SQLite look at all commands of the sender in the match.
    statement = (
        f"WITH sent (match, sender, cmd) AS (VALUES {sent}) "  # noqa: S608
        "SELECT event.match_id, event.sender_id, event.cmd, event.seq, event.what "
        f"FROM sent CROSS JOIN {Event._meta.db_table} AS event "
        "WHERE event.match_id = sent.match AND event.sender_id = sent.sender AND event.cmd = sent.cmd"
    )
    with driver_cursor() as cursor:
        cursor.execute(statement, [value for command in commands for value in command])
        stored: list[tuple[int, int, str, int, str]] = cursor.fetchall()
        return stored


def lock_lobby() -> None:
    """Lock out the other processes from pairing until this transaction ends; SQLite has one writer anyway."""
    if connection.vendor == "postgresql":
        with driver_cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOBBY_LOCK])


def insert_match(cursor: Cursor, row: Match, seats: Collection[Seat]) -> None:
    """Insert a match with its seats, and set their primary keys."""
    row.pk = _insert_one(cursor, row, _NEW_MATCH)
    for seat in seats:
        seat.match = row
        seat.pk = _insert_one(cursor, seat, _NEW_SEAT)


def _insert_one(cursor: Cursor, row: models.Model, fields: Sequence[models.Field[Any, Any]]) -> int:
    """Insert a row with the values that the ORM would store, by which offers are found; return its key."""
    statement = _insert(row._meta.db_table, tuple(str(field.column) for field in fields))
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    cursor.execute(f"{statement} RETURNING id", values)
    key: int = cursor.fetchone()[0]
    return key


def insert_events(cursor: Cursor, events: Sequence[EventRow]) -> None:
    """Insert events; their matches must have been stored."""
    if events:
        _insert_rows(cursor, _EVENT_COLUMNS.table, _EVENT_COLUMNS.columns, _EVENT_COLUMNS.encoded(events))


def insert_plies(cursor: Cursor, plies: Sequence[PlyRow]) -> None:
    if plies:
        _insert_rows(cursor, Ply._meta.db_table, PlyRow._fields, plies)


def _insert_rows(cursor: Cursor, table: str, columns: tuple[str, ...], rows: Sequence[Sequence[Any]]) -> None:
    if connection.vendor == "postgresql":
        # INSERT takes the server three times as long for 27 rows.
        with cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    else:
        cursor.executemany(_insert(table, columns), rows)


def update_matches(cursor: Cursor, matches: Iterable[MatchState]) -> None:
    """Update the changed columns of rows that have been locked.

    An action changes a third of the columns. All of them, with their indexes, take two and a half times as
    long. The statements are as many as there are sets of changed columns: one or two in a batch of actions.
    """
    changed: dict[tuple[int, ...], list[MatchState]] = defaultdict(list)
    for match in matches:
        values = _MATCH_COLUMNS.values(match.row)
        if places := _different(values, match.stored):
            changed[places].append(match)
        match.stored = values
    for places, same in changed.items():
        columns = _MATCH_COLUMNS.only(places)
        encoded = columns.encoded(match.row for match in same)
        rows = [[*row, match.row.id] for row, match in zip(encoded, same, strict=True)]
        cursor.executemany(columns.update, rows)


def update_seats(cursor: Cursor, seats: Collection[Seat]) -> None:
    """Update rows that have been stored before."""
    if not seats:
        return
    rows = [[*values, seat.pk] for values, seat in zip(_SEAT_COLUMNS.encoded(seats), seats, strict=True)]
    cursor.executemany(_SEAT_COLUMNS.update, rows)


def rename_in_frames(match: Match, names: Mapping[str, str]) -> None:
    """Replace the names of these roles in every stored frame that lists the seats.

    The only change ever made to an event: it removes a withdrawn name.
    """
    changed = list(Event.objects.filter(match=match, what__in=LISTING_SEATS).order_by("seq"))
    for event in changed:
        frame = msgspec.json.decode(event.frame)
        frame["seats"] = [
            seat | {"name": names[seat["role"]]} if seat["name"] and seat["role"] in names else seat
            for seat in frame["seats"]
        ]
        event.frame = msgspec.json.encode(frame).decode()
    Event.objects.bulk_update(changed, ["frame"])


def replace_player(match: Match, player: int, to: int) -> None:
    """Replace a player by another as the maker of the match and as the one invited to it."""
    match.maker_id = to if match.maker_id == player else match.maker_id
    match.invited_id = to if match.invited_id == player else match.invited_id
    Match.objects.filter(pk=match.pk).update(maker=match.maker_id, invited=match.invited_id)


def _different(values: tuple[Any, ...], stored: tuple[Any, ...] | None) -> tuple[int, ...]:
    """Return the places of the values that differ from those stored; of all if nobody knows what is stored.

    Services replace the value of a JSON column and never change it, so its identity is enough.
    """
    if stored is None:
        return tuple(range(len(values)))
    return tuple([place for place, value in enumerate(values) if value is not stored[place]])


@cache
def _insert(table: str, columns: tuple[str, ...]) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places(len(columns))})"  # noqa: S608


def _json(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


def _sqlite_time(value: datetime | None) -> Any:
    """Return a time as Django stores it, which looks for another time zone."""
    if value is None or value.tzinfo is not UTC:
        return connection.ops.adapt_datetimefield_value(value)
    return str(value).removesuffix("+00:00")


_ENCODERS: dict[type[models.Field[Any, Any]], Callable[[Any], Any]] = {
    models.JSONField: _json,
    CompressedTextField: compressed,
}
"""Encoders of the values of a kind of field; others need none."""
if connection.vendor == "sqlite":
    _ENCODERS[models.DateTimeField] = _sqlite_time


class Columns:
    """Columns of a table, and the encoding of a row's values for them."""

    def __init__(self, fields: Sequence[models.Field[Any, Any]]) -> None:
        self._fields = fields
        self.table = fields[0].model._meta.db_table
        self.columns = tuple(str(field.column) for field in fields)
        assignments = ", ".join(f"{column} = {PLACE}" for column in self.columns)
        self.update = f"UPDATE {self.table} SET {assignments} WHERE id = {PLACE}"  # noqa: S608
        """Statement with the values of the columns and the row's id."""
        names = [field.attname for field in fields]
        get = attrgetter(*names)
        self.values: Callable[[Any], tuple[Any, ...]] = get if len(names) > 1 else lambda row: (get(row),)
        """Function from a row to its values for these columns, not encoded."""
        self._encoders = [
            (place, _ENCODERS[type(field)]) for place, field in enumerate(fields) if type(field) in _ENCODERS
        ]
        self._parts: dict[tuple[int, ...], Columns] = {}

    def only(self, places: tuple[int, ...]) -> Columns:
        """Return the columns at these places."""
        if places not in self._parts:
            self._parts[places] = Columns([self._fields[place] for place in places])
        return self._parts[places]

    def encoded(self, rows: Iterable[models.Model | EventRow]) -> list[list[Any]]:
        """Return the values of each row, encoded column by column, which takes half the time."""
        encoded = [list(self.values(row)) for row in rows]
        for place, encode in self._encoders:
            for values in encoded:
                values[place] = encode(values[place])
        return encoded


def _fields_without(model: type[models.Model], *names: str) -> list[models.Field[Any, Any]]:
    return [field for field in model._meta.concrete_fields if field.name not in names]


_NEW_MATCH, _NEW_SEAT = _fields_without(Match, "id"), _fields_without(Seat, "id")
_EVENT_COLUMNS = Columns(_fields_without(Event, "id"))
_MATCH_COLUMNS = Columns(
    _fields_without(
        Match,
        *("id", "public_id", "game", "options", "terms", "rules_version", "maker", "series", "origin"),
        *("players_chat", "watchers_chat", "created_at", "open_offer", "within", "invited"),
    )
)
"""Columns that an event may change."""
_SEAT_COLUMNS = Columns(_fields_without(Seat, "id", "match", "role"))


def drain_pool() -> None:
    """Discard the pool's idle connections: the fault of one may have broken all.

    This thread's open connection proves nothing: Django has replaced a broken one from the pool.
    """
    if pool := getattr(connection, "pool", None):
        pool.drain()
