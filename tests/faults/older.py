"""Records of older versions, made by their own code: records/README.md says how."""

from __future__ import annotations

import gzip
import sqlite3
from pathlib import Path

RECORDS = Path(__file__).parent / "records"
ENDING = ".sql.gz"
FIRST = "first_landed"
LATER = sorted(
    name for file in RECORDS.glob(f"*{ENDING}") if (name := file.name.removesuffix(ENDING)) != FIRST
)


def fill(connection: sqlite3.Connection, name: str) -> None:
    """Write a record into an empty database."""
    connection.executescript(gzip.decompress((RECORDS / f"{name}{ENDING}").read_bytes()).decode())
