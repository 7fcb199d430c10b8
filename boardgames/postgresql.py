"""PostgreSQL for a big site: how many connections, and how long each waits for what.

The bounds stand in an order: first the server gives up waiting for a lock, then on the statement; then this
side takes a connection that says nothing for dead. It may lead to a machine that is gone, which the kernel
finds out, or to a proxy that still holds it, which only a bound of our own does.
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
"""A wait without end would hold up all other commands."""
STATEMENT_SECONDS = 6
SILENCE_SECONDS = 7.0
"""Shorter than the time that a process has to end when it is asked to."""

T = TypeVar("T")


class BoundedConnection(psycopg.Connection[Any]):
    """A connection on which no answer is waited for without end."""

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        try:
            return super().wait(gen, interval, SILENCE_SECONDS if timeout is None else timeout)
        except psycopg.errors._WaitTimeout:
            if timeout is not None:
                raise
            # Closed without a word, or the rollback that follows would wait as long again.
            self.pgconn.finish()
            raise psycopg.OperationalError(
                f"PostgreSQL has not answered for {SILENCE_SECONDS:.0f} s; the connection is given up"
            ) from None


def waited_for(argv: Sequence[str]) -> bool:
    """Do people wait for what this process does? Not for commands, which may ask for all there is."""
    return Path(argv[0]).name != "manage.py" or argv[1:2] == ["tick"]


def postgresql(url: str, *, bounded: bool | None = None) -> dict[str, Any]:
    """With a pool that bounds how many connections one process opens."""
    database: dict[str, Any] = dict(dj_database_url.parse(url))
    if not database["ENGINE"].endswith("postgresql"):
        raise ImproperlyConfigured("DATABASE_URL must begin with postgres://; without it SQLite is used")
    # Each request that is under way may hold a connection; who gets none in time is answered with 503.
    # A try to connect that fails is soon given up: each waits longer for the next, and holds a place.
    pool: dict[str, Any] = {"min_size": 2, "max_size": 20, "timeout": 2, "reconnect_timeout": 5}
    given = database.get("OPTIONS", {})
    options = [given.get("options", ""), f"-c lock_timeout={LOCK_SECONDS}s"]
    if waited_for(sys.argv) if bounded is None else bounded:
        pool["connection_class"] = BoundedConnection
        if "statement_timeout" not in options[0]:
            options.append(f"-c statement_timeout={STATEMENT_SECONDS}s")
    # A machine that is gone answers no probe and takes no data.
    alive = {
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
    }
    # What the address says, its TLS above all, holds: "?sslmode=verify-full&sslrootcert=/ca.pem".
    kept = {"connect_timeout": 5} | alive | given | {"pool": pool, "options": " ".join(options).strip()}
    return database | {"CONN_MAX_AGE": 0, "OPTIONS": kept}
