"""The rows of an action, committed without the site's other work: the limit of its database.

It writes a ``Sample``, an action that the site itself has stored, again and again.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

Row = dict[str, Any]

CHANGED = ("facts", "ply", "last_number", "bases", "acted_at")
"""The columns of a match, besides its seq, that every action changes."""
BATCH = 50


class Sample(Struct):
    """One action of each player as the site stored it, with its messages."""

    match: Row
    event: Row
    moves: list[Row]
    snapshots: dict[str, str]
    """Frames by role; watchers' frames have the empty one."""
    frames: list[str]
    """Actions of the second role and of the first, so that the first is to move after an even seq."""


class Written(NamedTuple):
    """An action to be stored."""

    match: int
    seq: int
    cmd: str


def connect(database: Path) -> sqlite3.Connection:
    """Connection as durable as the site's: a commit returns when it is on the disk."""
    connection = sqlite3.connect(database, isolation_level=None, timeout=10)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    return connection


class Rows:
    """Writes actions, many in one transaction."""

    def __init__(self, connection: sqlite3.Connection, sample: Sample) -> None:
        self._connection = connection
        self._match = sample.match
        self._changes = [sample.match[name] for name in CHANGED]
        self._update = (
            f"UPDATE games_app_match SET {', '.join(f'{name} = ?' for name in CHANGED)}, seq = ? "
            "WHERE id = ? AND seq = ?"
        )
        self._insert_event, self._event = _insert("games_app_event", sample.event, "match_id", "seq", "cmd")
        own = ("match_id", "seq", "number", "after")
        self._insert_move = _insert("games_app_ply", sample.moves[0], *own)[0]
        self._moves = [_insert("games_app_ply", move, *own)[1] for move in sample.moves]

    def add_matches(self, public_ids: Collection[str]) -> list[int]:
        """Add matches like the sample's, which begin at seq 1; return their keys."""
        statement, rest = _insert("games_app_match", self._match, "public_id", "seq")
        run = self._connection.execute
        run("BEGIN IMMEDIATE")
        keys = [run(statement, (*rest, public_id, 1)).lastrowid for public_id in public_ids]
        run("COMMIT")
        return [key for key in keys if key is not None]

    def store(self, batch: Sequence[Written]) -> None:
        many, plies = self._connection.executemany, len(self._moves)
        self._connection.execute("BEGIN IMMEDIATE")
        updated = many(self._update, [(*self._changes, seq, match, seq - 1) for match, seq, _ in batch])
        assert updated.rowcount == len(batch)
        many(self._insert_event, [(*self._event, *one) for one in batch])
        many(
            self._insert_move,
            [
                (*move, match, seq, number, number - 1)
                for match, seq, _ in batch
                for number, move in enumerate(self._moves, seq * plies)
            ],
        )
        self._connection.execute("COMMIT")


def commits(connection: sqlite3.Connection, sample: Sample, seconds: float) -> dict[str, float]:
    """Return the actions a second that the database takes, one by one and BATCH in a commit."""
    rows = Rows(connection, sample)

    def stored(some: int) -> float:
        matches = rows.add_matches([f"raw{some}-{number}" for number in range(some)])
        began, seq = time.perf_counter(), 1
        while (taken := time.perf_counter() - began) < seconds:
            seq += 1
            rows.store([Written(match, seq, f"raw-{seq:08}") for match in matches])
        return (seq - 1) * some / taken

    return {"actions/s, a commit each": stored(1), f"actions/s, {BATCH} a commit": stored(BATCH)}


def _insert(table: str, row: Row, *own: str) -> tuple[str, list[Any]]:
    """Return a statement for such rows, with its ``own`` columns last, and the values of the others."""
    rest = [name for name in row if name != "id" and name not in own]
    places = ", ".join("?" * (len(rest) + len(own)))
    statement = f"INSERT INTO {table} ({', '.join((*rest, *own))}) VALUES ({places})"
    return statement, [row[name] for name in rest]
