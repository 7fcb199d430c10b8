"""PostgreSQL's own programs: pg_dump writes a database into a file, pg_restore restores it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from django.db import connection
from psycopg import pq
from psycopg.conninfo import make_conninfo

OWNERLESS = ("--no-owner", "--no-privileges", "--no-password")
"""Options of both programs: the restored tables belong to the user of the settings."""


class Failed(Exception):
    """Raised if a program is missing or has failed; the message says why and what to do."""


def dump(file: Path) -> None:
    """Write the database of the settings, as it is at this moment, into ``file``. Raises Failed."""
    _run("pg_dump", *OWNERLESS, "--format=custom", f"--file={file}")


def load(file: Path) -> None:
    """Restore the tables of ``file`` into the database of the settings, all or none. Raises Failed."""
    _run("pg_restore", *OWNERLESS, "--single-transaction", "--exit-on-error", str(file))


def _run(name: str, *arguments: str) -> None:
    program = shutil.which(name)
    if program is None:
        raise Failed(
            f"the program {name} was not found. Install PostgreSQL's programs, at least as new as the server "
            "(on Debian and Ubuntu the package postgresql-client), or add their folder to PATH."
        )
    address, secrets = _address()
    # The password is passed in the environment; other users could read a command line.
    run = subprocess.run(
        [program, f"--dbname={address}", *arguments],
        env=os.environ | secrets,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise Failed(f"{name} failed: {run.stderr.strip()}")


def _address() -> tuple[str, dict[str, str]]:
    """Return the connection string without the password, and the environment variable that contains it."""
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    given = {name: value for name, value in connection.get_connection_params().items() if name in known}
    password = given.pop("password", "")
    return make_conninfo(**given), {"PGPASSWORD": password} if password else {}
