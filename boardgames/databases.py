"""Settings of the databases: SQLite for most sites, PostgreSQL for a big one.

No commit may be lost. SQLite before 3.51.3 has the WAL-reset bug (https://sqlite.org/wal.html#walresetbug):
with several connections in WAL mode, a checkpoint that meets a commit of another connection may treat frames
of the log as copied that aren't, and the commit is lost. requirements.txt contains a fixed version wherever
there is a wheel of it. Elsewhere the site doesn't use WAL. There are no checkpoints without it, but readers
and the writer wait for each other.

PostgreSQL has a connection pool and timeouts, which increase: first the server gives up waiting for a lock,
then the statement; then this side treats a silent connection as dead. If the server's machine is gone, the
kernel notices. If a proxy keeps the connection open, only our own timeout helps. The server has one too.
Without it, a transaction of a disconnected process would keep its locks, and block the whole site, for the
two hours of TCP's own keepalive.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import dj_database_url
import psycopg
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext
from psycopg.abc import PQGen

FIXED_SQLITE = (3, 51, 3)
BACKPORTED_FIXES = {(3, 44): 6, (3, 50): 7}
"""Older release lines with the fix -> their first fixed patch version."""

SQLITE_LIMITS = {"SQLITE_LIMIT_COLUMN": (2, 2000), "SQLITE_LIMIT_VARIABLE_NUMBER": (9, 32766)}
"""Limits that Django asks for since 6.1: SQLite's number for each, and its default."""

Version = tuple[int, int, int]


def use_bundled_sqlite() -> None:
    """Replace ``sqlite3`` in this process by the version of requirements.txt, if it is installed.

    All code must use the same copy: two copies of SQLite in one process break each other's locks on a file.
    Call this before the first import of Django's backend.
    """
    if find_spec("pysqlite3") is None:
        return
    bundled, dbapi = import_module("pysqlite3"), import_module("pysqlite3.dbapi2")
    # Constants of Python's sqlite3 since 3.11 that pysqlite3 0.6 lacks.
    for name, (number, _) in SQLITE_LIMITS.items():
        for module in (bundled, dbapi):
            vars(module).setdefault(name, number)
    sys.modules["sqlite3"] = bundled
    sys.modules["sqlite3.dbapi2"] = dbapi


def sqlite_version() -> Version:
    major, minor, patch = import_module("sqlite3").sqlite_version_info
    return major, minor, patch


def has_wal_reset_bug(version: Version) -> bool:
    """Return whether this version has the WAL-reset bug."""
    major, minor, patch = version
    return version < FIXED_SQLITE and patch < BACKPORTED_FIXES.get((major, minor), patch + 1)


def sqlite(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the settings of the two SQLite databases in ``folder``: the record's and the engine's.

    The engine's results can be computed again, so its commits need not survive a power cut.
    """
    return {
        "default": _file(folder / "boardgames.sqlite3", "FULL"),
        "engine": _file(folder / "engine.sqlite3", "NORMAL"),
    }


def _file(path: Path, synchronous: str) -> dict[str, Any]:
    # TRUNCATE is the rollback journal that FULL makes durable without syncing the folder.
    mode = "TRUNCATE" if has_wal_reset_bug(sqlite_version()) else "WAL"
    options = {
        "timeout": 10,
        "transaction_mode": "IMMEDIATE",
        # FULL: a command is answered only after its commit has reached the disk.
        "init_command": f"PRAGMA journal_mode={mode}; PRAGMA synchronous={synchronous};",
        "factory": _connection_class(),
    }
    # The threads that make pages keep their connections; opening one takes as long as several queries.
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": options, "CONN_MAX_AGE": None}


def _connection_class() -> type[Any]:
    """Return the class of connections, with the method that pysqlite3 0.6 lacks."""
    plain: type[Any] = import_module("sqlite3").Connection
    if hasattr(plain, "getlimit"):
        return plain
    defaults = dict(SQLITE_LIMITS.values())
    return type("Connection", (plain,), {"getlimit": lambda _, limit: defaults[limit]})


def sqlite_warning() -> str | None:
    """Return a warning in the active language if this version has the WAL-reset bug, else None."""
    if not has_wal_reset_bug(sqlite_version()):
        return None
    return gettext(
        "SQLite {version} may lose what was committed in WAL mode, so the site runs without it: safe, but "
        "slower with many players. SQLite 3.51.3 or newer is faster: use a Python that has it, or one for "
        "which pip finds a wheel of pysqlite3; or set DATABASE_URL to use PostgreSQL."
    ).format(version=".".join(map(str, sqlite_version())))


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
    own_options = database.get("OPTIONS", {})
    options = [own_options.get("options", ""), f"-c lock_timeout={LOCK_SECONDS}s"]
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
    kept = {"connect_timeout": 5} | alive | own_options | {"pool": pool, "options": " ".join(options).strip()}
    return database | {"CONN_MAX_AGE": 0, "OPTIONS": kept}
