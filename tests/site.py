"""The site under test, small (one process on SQLite) or big (two processes on PostgreSQL, with Redis)."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, Self

import psycopg
import pytest

from games_app.management.web_server import APPLICATION
from tests.backing.postgres import Postgres
from tests.backing.redis import Redis
from tests.web_server import DATABASE, PATIENCE, Server

Kind = Literal["small", "big"]
KINDS: tuple[Kind, ...] = ("small", "big")
on_the_big_site = pytest.mark.parametrize("kind", ["big"], indirect=True, scope="package")
"""Mark of tests whose protection is the same code on any database: what they guard stands on both sites."""
PROXIES = {"TRUSTED_PROXIES": "127.0.0.1"}
"""Settings with which every visitor of a test has its own address, as behind a reverse proxy."""


FULL_FOR_EVENTS = (
    """
    CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$
    """,
    "CREATE TRIGGER full_disk BEFORE INSERT ON games_app_event EXECUTE FUNCTION full_disk()",
)
"""Statement that lets PostgreSQL fail as if a table can't grow: a changed row fits into its page."""


class Site:
    """`with Site(folder) as site:` is small; with a `postgres` it is big and has its own Redis.

    The cast is spread over its processes: alice's pages come from the first, bob's from the last.
    """

    def __init__(
        self,
        folder: Path,
        postgres: Postgres | None = None,
        env: Mapping[str, str] | None = None,
        application: str = APPLICATION,
    ) -> None:
        self.folder = folder
        self.postgres = postgres
        self.redis = Redis(folder) if postgres else None
        self.database = ""
        self.application = application
        self._env = PROXIES | dict(env or {})
        self.servers = [Server(folder / f"web{number}") for number in ((1, 2) if postgres else (1,))]

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.postgres and self.redis:
            self.redis.start()
            self.database = self.postgres.migrated_database()
        for server in self.servers:
            server.env, server.application = self.env(), self.application
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.ExitStack() as all_end:
            if self.redis:
                all_end.callback(self.redis.stop)
            for server in self.servers:
                all_end.callback(server.stop)

    @property
    def kind(self) -> Kind:
        return "big" if self.postgres else "small"

    @property
    def first(self) -> Server:
        return self.servers[0]

    @property
    def last(self) -> Server:
        return self.servers[-1]

    def env(self, **extra: str) -> dict[str, str]:
        """Return the environment of one of its processes, with a test's additions."""
        if not (self.postgres and self.redis):
            return self._env | extra
        shared = {
            "SECRET_KEY": "one key for all processes, " * 2,
            "DATABASE_URL": self.postgres.url(self.database),
            "REDIS_URL": self.redis.url,
        }
        return self._env | shared | extra

    def start(self) -> None:
        """Start the processes that do not run."""
        stopped = [server for server in self.servers if not server.running]
        for server in stopped:
            server.launch()
        for server in stopped:
            server.wait()

    def kill(self) -> None:
        """Kill all processes, as in a power cut."""
        for server in self.servers:
            server.kill()

    async def can_ring(self) -> None:
        """Wait until every process learns of what the others store."""
        async with asyncio.timeout(PATIENCE):
            while self.redis and self.redis.subscribers("doorbell") < len(self.servers):
                await asyncio.sleep(0.02)

    def restart(self) -> None:
        """Stop and start all processes."""
        for server in self.servers:
            server.stop()
        self.start()

    @contextlib.contextmanager
    def record_locked(self) -> Iterator[None]:
        """Keep everybody else from writing to the record meanwhile."""
        if self.postgres:
            with contextlib.closing(psycopg.connect(self.postgres.url(self.database))) as other:
                _lock(other)
                yield
                other.rollback()
        else:
            file = self.first.data / DATABASE
            with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                yield
                other.execute("ROLLBACK")

    @contextlib.contextmanager
    def little_room(self) -> Iterator[None]:
        """Let signs of life be stored meanwhile, but no event."""
        if self.postgres:
            for statement in FULL_FOR_EVENTS:
                self.rows(statement)
            try:
                yield
            finally:
                self.rows("DROP TRIGGER full_disk ON games_app_event")
        else:
            with self.first.little_room():
                yield

    def rows(self, query: str) -> list[tuple]:
        """Run a statement on the record; return its result."""
        if self.postgres:
            return self.postgres.query(self.database, query)
        with contextlib.closing(sqlite3.connect(self.first.data / DATABASE, isolation_level=None)) as other:
            return other.execute(query).fetchall()


def _lock(connection: psycopg.Connection) -> None:
    """Lock what every write needs, including the sign of life; retry after a deadlock with a writer."""
    for tries_left in reversed(range(5)):
        try:
            connection.execute("LOCK TABLE games_app_alive, games_app_match IN EXCLUSIVE MODE")
            return
        except psycopg.errors.DeadlockDetected:
            connection.rollback()
            if not tries_left:
                raise
