"""PostgreSQL's own programs, run on the database of the settings and on the files that they write."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from django.db import connection
from psycopg import pq
from psycopg.conninfo import make_conninfo

OWNERLESS = ("--no-owner", "--no-privileges")
"""Options of both programs: the restored tables belong to the user of the settings."""
MIGRATIONS = re.compile(r"^COPY \S+\.django_migrations .*?;\n(.*?)^\\\.$", re.MULTILINE | re.DOTALL)
"""The rows of this table in a dump as text."""


class Failed(Exception):
    """Raised if a program is missing or has failed; the message says why and what to do."""


def dump(file: Path) -> None:
    """Write the database of the settings, as it is at this moment, into ``file``. Raises Failed."""
    _run_on_database("pg_dump", "--format=custom", f"--file={file}")


def restore(file: Path) -> None:
    """Restore the tables of ``file`` into the database of the settings, all or none. Raises Failed."""
    _run_on_database("pg_restore", "--single-transaction", "--exit-on-error", str(file))


def check(file: Path) -> None:
    """Read a whole dump. Raises Failed if it is damaged."""
    _run("pg_restore", f"--file={os.devnull}", str(file))


def migrations(file: Path) -> set[tuple[str, str]]:
    """Return the migrations that the tables in a dump have. Raises Failed."""
    text = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file))
    if not (rows := MIGRATIONS.search(text)):
        raise Failed(f"{file.name} has no table django_migrations, so it is not of this site.")
    columns = [line.split("\t") for line in rows[1].splitlines()]
    return {(app, name) for _, app, name, *_ in columns}


def _run_on_database(name: str, *arguments: str) -> None:
    address, secrets = _connection()
    _run(name, *OWNERLESS, "--no-password", f"--dbname={address}", *arguments, secrets=secrets)


def _run(name: str, *arguments: str, secrets: dict[str, str] | None = None) -> str:
    """Run a program and return its output. Its secrets are passed in the environment.

    Other users could read a command line. Raises Failed.
    """
    program = shutil.which(name)
    if program is None:
        raise Failed(
            f"the program {name} was not found. Install PostgreSQL's programs, at least as new as the server "
            "(on Debian and Ubuntu the package postgresql-client), or add their folder to PATH."
        )
    run = subprocess.run(
        [program, *arguments],
        env=os.environ | (secrets or {}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if run.returncode:
        raise Failed(f"{name} failed: {run.stderr.strip()}")
    return run.stdout


def _connection() -> tuple[str, dict[str, str]]:
    """Return the connection string without the password, and the environment variable that contains it."""
    keywords = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    parameters = {
        name: value for name, value in connection.get_connection_params().items() if name in keywords
    }
    password = parameters.pop("password", "")
    return make_conninfo(**parameters), {"PGPASSWORD": password} if password else {}
