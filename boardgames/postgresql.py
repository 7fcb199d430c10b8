"""PostgreSQL settings for a big site: connection pool and timeouts.

The timeouts increase: first the server gives up waiting for a lock, then the statement; then this side treats
a silent connection as dead. If the server's machine is gone, the kernel notices. If a proxy keeps the
connection open, only our own timeout helps. The server has one too. Without it, a transaction of a
disconnected process would keep its locks, and block the whole site, for the two hours of TCP's own keepalive.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import dj_database_url
import psycopg
from django.core.exceptions import ImproperlyConfigured
from psycopg.abc import PQGen

LOCK_SECONDS = 5
"""Lock timeout: an endless wait would delay all other commands."""
STATEMENT_SECONDS = 6
IDLE_SECONDS = 6
"""Longest time for which the server waits for the next statement of an open transaction."""
SILENCE_SECONDS = 7.0
"""Timeout of an answer, shorter than the time that a process has to shut down."""
SERVER_TIMEOUTS = {
    "statement_timeout": STATEMENT_SECONDS,
    "idle_in_transaction_session_timeout": IDLE_SECONDS,
}
"""Settings of a connection that users wait for, in seconds."""

T = TypeVar("T")


class BoundedConnection(psycopg.Connection[Any]):
    """A connection with a timeout on every answer."""

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        try:
            return super().wait(gen, interval, SILENCE_SECONDS if timeout is None else timeout)
        except psycopg.errors._WaitTimeout:
            if timeout is not None:
                raise
            # Close it without a message to the server, or the rollback that follows would wait as long again.
            self.pgconn.finish()
            raise psycopg.OperationalError(
                f"PostgreSQL has not answered for {SILENCE_SECONDS:.0f} s; the connection is given up"
            ) from None


def waited_for(argv: Sequence[str]) -> bool:
    """Return whether users wait for this process: not for commands, whose queries may read everything."""
    return Path(argv[0]).name != "manage.py" or argv[1:2] == ["tick"]


def postgresql(url: str, *, bounded: bool | None = None) -> dict[str, Any]:
    """Return the database settings, with a pool that bounds the connections of one process."""
    database: dict[str, Any] = dict(dj_database_url.parse(url))
    if not database["ENGINE"].endswith("postgresql"):
        raise ImproperlyConfigured("DATABASE_URL must begin with postgres://; without it SQLite is used")
    # Each running request may hold a connection. A request that gets none in time is answered with 503.
    # Failing attempts to connect are given up soon, because their back-off grows and each holds a place in
    # the pool.
    pool: dict[str, Any] = {"min_size": 2, "max_size": 20, "timeout": 2, "reconnect_timeout": 5}
    given = database.get("OPTIONS", {})
    options = [given.get("options", ""), f"-c lock_timeout={LOCK_SECONDS}s"]
    if waited_for(sys.argv) if bounded is None else bounded:
        pool["connection_class"] = BoundedConnection
        for timeout, seconds in SERVER_TIMEOUTS.items():
            if timeout not in options[0]:
                options.append(f"-c {timeout}={seconds}s")
    # Detects a dead machine: it answers no probes and acknowledges no data.
    alive = {
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
    }
    # Options in the URL, such as TLS, take precedence: "?sslmode=verify-full&sslrootcert=/ca.pem".
    kept = {"connect_timeout": 5} | alive | given | {"pool": pool, "options": " ".join(options).strip()}
    return database | {"CONN_MAX_AGE": 0, "OPTIONS": kept}
