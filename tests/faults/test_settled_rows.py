"""R2: on PostgreSQL, which rows of events are settled while transactions are open."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from django.db.utils import ConnectionHandler

from boardgames import databases
from games_app.lists import settled_rows
from games_app.lists.settled_rows import SettledRows, newest

pytestmark = pytest.mark.django_db

INSERT = (
    "INSERT INTO games_app_event (match_id, seq, what, role, at, ply, frame)"
    " VALUES (1, %s, 'acted', '', now(), 0, '') RETURNING id"
)


@pytest.fixture
def url(postgres, monkeypatch) -> Iterator[str]:
    """Address of a database that the module under test reads."""
    address = postgres.url(postgres.migrated_database())
    settings = databases.postgresql(address)
    settings["OPTIONS"].pop("pool")
    connection = ConnectionHandler({"default": settings})["default"]
    monkeypatch.setattr(settled_rows, "connection", connection)
    yield address
    connection.close()


def writer(url: str) -> psycopg.Connection:
    """Return a connection whose rows need no match."""
    connection = psycopg.connect(url)
    connection.execute("SET session_replication_role = replica")
    connection.commit()
    return connection


def insert(connection: psycopg.Connection, seq: int) -> int:
    return connection.execute(INSERT, [seq]).fetchone()[0]


def test_a_row_is_settled_when_each_transaction_with_an_earlier_one_has_ended(url):
    rows = SettledRows()

    def settled() -> int:
        rows.observe(newest(), 0.0)
        return rows.last.events if rows.last else -1

    with writer(url) as alice, writer(url) as bob:
        first = insert(alice, 1)
        assert settled() == -1, "alice may still store a row"
        second = insert(bob, 2)
        bob.commit()
        assert newest().events == second > first
        assert settled() == -1
        third = insert(bob, 3)
        alice.commit()
        assert settled() == second, "bob has begun after that row"
        bob.rollback()
        assert settled() == second
        assert insert(bob, 4) > third
        bob.commit()
        assert settled() > third


def test_other_tables_and_readers_unsettle_nothing(url):
    with writer(url) as alice, writer(url) as bob:
        key = insert(alice, 1)
        alice.commit()
        alice.execute("INSERT INTO games_app_alive (id, at) VALUES (1, now())")
        bob.execute("SELECT * FROM games_app_event FOR UPDATE")
        assert newest() == (key, 0, frozenset())
