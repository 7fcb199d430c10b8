"""The statements of the hot path, written by hand.

The ORM's bulk operations take several times as long for the same rows, and an action waits for them. Each
function is one statement, run for many rows; a test holds their number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from django.db import connection

from games_app.models import Event, Match, Move, Seat
from games_app.services.state.transitions import PlyRow


class Conflict(Exception):
    """A match changed between being locked and being written, which the lock should make impossible."""


def insert_events(events: Iterable[Event]) -> None:
    """Add events; their matches must have been stored."""
    columns = ("match_id", "seq", "what", "role", "sender_id", "cmd", "at", "ply", "frame")
    _insert(
        Event._meta.db_table,
        columns,
        [
            (
                one.match.pk,
                one.seq,
                one.what,
                one.role,
                one.sender_id,
                one.cmd,
                _time(one.at),
                one.ply,
                one.frame,
            )
            for one in events
        ],
    )


def insert_moves(moves: Iterable[PlyRow]) -> None:
    _insert(Move._meta.db_table, PlyRow._fields, list(moves))


def update_matches(rows: Sequence[Match], seqs: Mapping[str, int]) -> None:
    """Bring the rows up to date, each guarded by the seq it had in the database. Raises Conflict."""
    changed = [{**_changing(row), "id": row.pk, "was": seqs[row.public_id]} for row in rows]
    if not changed:
        return
    names = [name for name in changed[0] if name not in ("id", "was")]
    assignments = ", ".join(f"{name} = %s" for name in names)
    statement = f"UPDATE {Match._meta.db_table} SET {assignments} WHERE id = %s AND seq = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(statement, [tuple(values.values()) for values in changed])
        if cursor.rowcount != len(changed):
            raise Conflict


def update_seats(seats: Iterable[Seat]) -> None:
    """Bring rows up to date that have been stored before."""
    rows = [(*_changing_of_seat(seat).values(), seat.pk) for seat in seats]
    if not rows:
        return
    assignments = ", ".join(f"{name} = %s" for name in _changing_of_seat(Seat()))
    statement = f"UPDATE {Seat._meta.db_table} SET {assignments} WHERE id = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(statement, rows)


def rename_in_frames(match: Match, names: Mapping[str, str]) -> None:
    """Put the names of these roles into every stored frame that says who sits where.

    The one change that is ever made to an event: so that nobody reads a name any more that was withdrawn.
    """
    changed = list(Event.objects.filter(match=match, frame__contains='"seats":').order_by("seq"))
    for event in changed:
        frame = msgspec.json.decode(event.frame)
        frame["seats"] = [
            seat | {"name": names[seat["role"]]} if seat["name"] and seat["role"] in names else seat
            for seat in frame["seats"]
        ]
        event.frame = _json(frame)
    Event.objects.bulk_update(changed, ["frame"])


def _changing(row: Match) -> dict[str, Any]:
    """The columns that an event may change."""
    return {
        "status": row.status,
        "visibility": row.visibility,
        "facts": _json(row.facts),
        "ply": row.ply,
        "last_number": row.last_number,
        "seq": row.seq,
        "bases": _json(row.bases),
        "opening": _json(row.opening),
        "unrevealed": _json(row.unrevealed),
        "clocks": None if row.clocks is None else _json(row.clocks),
        "deadline": _time(row.deadline),
        "winner": row.winner,
        "how": row.how,
        "goals": None if row.goals is None else _json(row.goals),
        "dealings": _json(row.dealings),
        "successor": row.successor,
        "started_at": _time(row.started_at),
        "acted_at": _time(row.acted_at),
        "ended_at": _time(row.ended_at),
    }


def _changing_of_seat(seat: Seat) -> dict[str, Any]:
    """Who sits there, the result, and what lists look for."""
    return {
        "player_id": seat.player_id,
        "name": seat.name,
        "outcome": seat.outcome,
        "folded": seat.folded,
        "opponent_id": seat.opponent_id,
        "opponent_folded": seat.opponent_folded,
        "first": seat.first,
        "listed": seat.listed,
        "unfinished": seat.unfinished,
        "listed_at": _time(seat.listed_at),
        "game": seat.game,
        "variant": seat.variant,
        "pace": seat.pace,
        "how": seat.how,
        "plies": seat.plies,
        "opening": seat.opening,
    }


def _insert(table: str, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
    if not rows:
        return
    places = ", ".join(["%s"] * len(columns))
    statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(statement, rows)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _time(value: Any) -> Any:
    return connection.ops.adapt_datetimefield_value(value)


def drain_pool() -> None:
    """Where this thread's connection has broken, trust none of those that wait to be used either."""
    pool = getattr(connection, "pool", None)
    if pool and (connection.connection is None or connection.connection.closed):
        pool.drain()
