"""Time for which each migration holds up a site with very many matches.

The record of the first version, multiplied, is migrated step by step. Meanwhile another process writes to its
matches again and again, as players do, and notes the longest wait. On SQLite the whole time of a migration
counts instead, since the site is down then.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

import psycopg
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.faults import older
from tools.bench.history import OPENED

TABLES = ("player", "match", "seat", "event", "move")
REFERENCES = ("id", "match_id", "player_id", "maker_id")
FIRST, APP = "0001_initial", "games_app"
AT_ONCE = 50
"""Number of copies of the record that are inserted together."""
PAUSE = 0.01
"""Seconds between two writes of the player."""
SHOWN = 0.5
"""Minimum seconds of a listed migration."""


@dataclass(frozen=True)
class Step:
    name: str
    seconds: float
    waited: float
    """Longest wait of a player's write, in seconds."""


@dataclass
class Report:
    database: str
    matches: int
    moves: int
    steps: list[Step] = field(default_factory=list)

    def text(self) -> str:
        lines = [f"{self.database}: {self.matches} matches, {self.moves} moves"]
        for step in self.steps:
            if step.seconds >= SHOWN:
                lines.append(f"{step.name}: {step.seconds:.1f} s, a write waited {step.waited:.1f} s")
        lines.append(f"all {len(self.steps)}: {sum(step.seconds for step in self.steps):.1f} s")
        return "\n".join(lines)

    def data(self) -> dict[str, Any]:
        return asdict(self)


def measure(matches: int, database: str) -> Report:
    """Migrate a record of so many matches from the first version to the newest."""
    with OPENED[database]():
        migrate(FIRST)
        report = Report(database, *multiply(matches))
        known = MigrationExecutor(connection).loader.disk_migrations
        for name in sorted(name for app, name in known if app == APP and name != FIRST):
            with playing() as waits:
                began = time.monotonic()
                migrate(name)
                seconds = time.monotonic() - began
            report.steps.append(Step(name, seconds, max(waits, default=0.0)))
    return report


def migrate(name: str) -> None:
    """Apply one migration of the app, and those of others that it needs."""
    MigrationExecutor(connection).migrate([(APP, name)])


def multiply(matches: int) -> tuple[int, int]:
    """Insert copies of the first record up to so many matches; return the numbers of matches and moves."""
    with closing(sqlite3.connect(":memory:")) as record:
        older.fill(record, older.FIRST)
        record.row_factory = sqlite3.Row
        tables = {name: record.execute(f"SELECT * FROM games_app_{name}").fetchall() for name in TABLES}
    step = 1 + max(row["id"] for rows in tables.values() for row in rows)
    times = -(-matches // len(tables["match"]))
    for start in range(0, times, AT_ONCE):
        copies = range(start, min(start + AT_ONCE, times))
        for name, rows in tables.items():
            copied = [list(_copied(row, number, step)) for number in copies for row in rows]
            insert(name, rows[0].keys(), copied)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return times * len(tables["match"]), times * len(tables["move"])


def _copied(row: sqlite3.Row, number: int, step: int) -> Iterator[Any]:
    """Yield the row's values as they are in a copy, where all ids are shifted."""
    for name, value in zip(row.keys(), row, strict=True):
        if name in REFERENCES and value is not None:
            yield value + number * step
        elif name == "public_id":
            yield f"{number:05}{value[5:]}"
        else:
            yield value


def insert(table: str, columns: list[str], rows: list[list[Any]]) -> None:
    names = ", ".join(f'"{name}"' for name in columns)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY games_app_{table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            places = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO games_app_{table} ({names}) VALUES ({places})", rows)


@contextmanager
def playing() -> Iterator[list[float]]:
    """Write to a match meanwhile; return the waiting seconds of each write. Nobody plays on SQLite."""
    waits: list[float] = []
    if connection.vendor != "postgresql":
        yield waits
        return
    ended = threading.Event()
    params = connection.get_connection_params()
    known = {name: params[name] for name in ("host", "port", "dbname", "user")}

    def play() -> None:
        with psycopg.connect(**known, autocommit=True) as own:
            while not ended.wait(PAUSE):
                began = time.monotonic()
                for name in ("match", "seat", "event", "move"):
                    own.execute(f"UPDATE games_app_{name} SET id = id WHERE id = 1".encode())
                waits.append(time.monotonic() - began)

    player = threading.Thread(target=play)
    player.start()
    try:
        yield waits
    finally:
        ended.set()
        player.join()
