"""Databases of earlier releases, made by their own code: records/README.md says how."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.web_server import DATABASE

RECORDS = Path(__file__).parent / "records"
OLDEST, NEWEST = "0.9.0", "0.10.0"
RELEASES = (OLDEST, NEWEST)
SECRET_KEY = "the key of a record from the first days of this site"
RUNNING = 12
"""Number of matches under way with known sessions, which come first."""


def fill(folder: Path, release: str) -> Path:
    """Write the database of a release into an empty data folder; return the folder."""
    folder.mkdir(exist_ok=True)
    dump = gzip.decompress((RECORDS / f"{release}.sql.gz").read_bytes()).decode()
    with closing(sqlite3.connect(folder / DATABASE)) as record:
        record.executescript(dump)
    return folder


def newest_migration(folder: Path) -> str:
    """Return the newest migration of the app that a data folder's database has, apart from squashed ones."""
    with closing(sqlite3.connect(folder / DATABASE)) as record:
        (name,) = record.execute(
            "SELECT max(name) FROM django_migrations WHERE app = 'games_app' AND name NOT LIKE '%squashed%'"
        ).fetchone()
    return str(name)
