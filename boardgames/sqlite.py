"""Version and journal mode of SQLite, chosen so that no commit is lost.

SQLite before 3.51.3 has the WAL-reset bug (https://sqlite.org/wal.html#walresetbug): with several connections
in WAL mode, a checkpoint that meets a commit of another connection may treat frames of the log as copied that
aren't, and the commit is lost. requirements.txt contains a fixed version wherever there is a wheel of it.
Elsewhere the site doesn't use WAL. There are no checkpoints without it, but readers and the writer wait for
each other.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

FIXED = (3, 51, 3)
BACKPORTED = {(3, 44): 6, (3, 50): 7}
"""Older release lines with the fix -> their first fixed patch version."""

LIMITS = {"SQLITE_LIMIT_COLUMN": (2, 2000), "SQLITE_LIMIT_VARIABLE_NUMBER": (9, 32766)}
"""Limits that Django asks for since 6.1: SQLite's number for each, and its default."""

Version = tuple[int, int, int]


def use_bundled_version() -> None:
    """Replace ``sqlite3`` in this process by the version of requirements.txt, if it is installed.

    All code must use the same copy: two copies of SQLite in one process break each other's locks on a file.
    Call this before the first import of Django's backend.
    """
    if find_spec("pysqlite3") is None:
        return
    bundled, dbapi = import_module("pysqlite3"), import_module("pysqlite3.dbapi2")
    # Constants of Python's sqlite3 since 3.11 that pysqlite3 0.6 lacks.
    for name, (number, _) in LIMITS.items():
        for module in (bundled, dbapi):
            vars(module).setdefault(name, number)
    sys.modules["sqlite3"] = bundled
    sys.modules["sqlite3.dbapi2"] = dbapi


def version() -> Version:
    major, minor, patch = import_module("sqlite3").sqlite_version_info
    return major, minor, patch


def has_wal_reset_bug(version: Version) -> bool:
    """Return whether this version has the WAL-reset bug."""
    major, minor, patch = version
    return version < FIXED and patch < BACKPORTED.get((major, minor), patch + 1)


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
    mode = "TRUNCATE" if has_wal_reset_bug(version()) else "WAL"
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
    defaults = dict(LIMITS.values())
    return type("Connection", (plain,), {"getlimit": lambda _, limit: defaults[limit]})


def bug_warning() -> str | None:
    """Return a warning for the operator if this version has the WAL-reset bug, else None."""
    if not has_wal_reset_bug(version()):
        return None
    return (
        f"SQLite {'.'.join(map(str, version()))} may lose what was committed in WAL mode, so the site runs "
        "without it: safe, but slower with many players. SQLite 3.51.3 or newer is faster: use a Python that "
        "has it, or one for which pip finds a wheel of pysqlite3; or set DATABASE_URL to use PostgreSQL."
    )
