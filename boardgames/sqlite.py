"""Which SQLite keeps the record, and in which mode: one that keeps what it has committed.

SQLite before 3.51.3 has the WAL-reset bug (https://sqlite.org/wal.html#walresetbug): where several
connections are open in WAL mode, a checkpoint of one that meets the commit of another may take frames of the
log for copied that are not, and what was committed is lost. A sound version is brought along where there is
a wheel of it. Elsewhere no WAL is used: without one there are no checkpoints, at the price of readers and the
writer waiting for each other.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

SOUND = (3, 51, 3)
MENDED = {(3, 44): 6, (3, 50): 7}
"""Older lines into which the mending was taken over: from this patch on."""

Version = tuple[int, int, int]


def use_the_one_brought_along() -> None:
    """Let ``sqlite3`` mean the version of requirements.txt, for everything in this process.

    For everything, since two copies of SQLite in one process undo each other's locks on the same file. It
    must come before the first import of Django's backend.
    """
    if find_spec("pysqlite3") is None:
        return
    brought = import_module("pysqlite3")
    sys.modules["sqlite3"] = brought
    sys.modules["sqlite3.dbapi2"] = import_module("pysqlite3.dbapi2")


def version() -> Version:
    major, minor, patch = import_module("sqlite3").sqlite_version_info
    return major, minor, patch


def loses_commits(version: Version) -> bool:
    """Has this version the WAL-reset bug?"""
    major, minor, patch = version
    return version < SOUND and patch < MENDED.get((major, minor), patch + 1)


def sqlite(folder: Path) -> dict[str, Any]:
    """The database that needs nothing installed."""
    # TRUNCATE is the rollback journal that FULL makes durable without a look at its folder.
    mode = "TRUNCATE" if loses_commits(version()) else "WAL"
    options = {
        "timeout": 10,
        "transaction_mode": "IMMEDIATE",
        # FULL: a command is answered only after its commit has reached the disk.
        "init_command": f"PRAGMA journal_mode={mode}; PRAGMA synchronous=FULL;",
    }
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": folder / "boardgames.sqlite3",
        "OPTIONS": options,
    }


def caution() -> str | None:
    """What whoever starts the site on an affected version should know; None on a sound one."""
    if not loses_commits(version()):
        return None
    return (
        f"SQLite {'.'.join(map(str, version()))} may lose what was committed in WAL mode, so the site runs "
        "without it: safe, but slower with many players. SQLite 3.51.3 or newer is faster: use a Python that "
        "has it, or one for which pip finds a wheel of pysqlite3; or set DATABASE_URL to use PostgreSQL."
    )
