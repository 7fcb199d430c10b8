"""A PostgreSQL cluster in a temporary folder, with PostgreSQL's own defaults of durability."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from tests.backing.filling import fill_disk, free_disk
from tests.backing.once import once
from tests.backing.processes import ROOT, run
from tests.backing.programs import Program, program, stand_in, tied

ROLE = "boardgames"
TEMPLATE = "migrated"
PATIENCE = 300.0
"""Seconds in which it must accept connections."""
SETTLED = 1.0
"""Seconds of answers after which it counts as stable."""


class Postgres(Program):
    """`with Postgres() as postgres:` accepts connections on loopback, without a password.

    It has its own temporary folder: it never runs as root and must have access to its files.
    """

    def __init__(self) -> None:
        super().__init__(Path(tempfile.mkdtemp(prefix="boardgames-postgres-")))
        self._data = self.folder / "data"
        self._user = stand_in()
        self._numbers = itertools.count(1)

    def __enter__(self) -> Postgres:
        """Start on a copy of the cluster that is made once a run."""
        copy(once("cluster", make_cluster) / "data", self._data)
        self._give_away()
        self.start()
        return self

    def _give_away(self) -> None:
        if self._user:
            shutil.chown(self.folder, self._user.pw_uid, self._user.pw_gid)

    def make(self) -> None:
        """Fill the folder with a new cluster, and start it."""
        self._give_away()
        initdb = [program("initdb"), "--pgdata", str(self._data), "--username", ROLE, "--auth=trust"]
        made = subprocess.run(
            tied([*initdb, "--encoding=UTF8", "--locale=C", "--no-sync"], self._user),
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
        )
        if made.returncode:
            raise AssertionError(f"initdb failed: {made.stdout}{made.stderr}")
        self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def start(self) -> None:
        """Start on the existing data, and return when connections are accepted."""
        options = {"listen_addresses": "127.0.0.1", "unix_socket_directories": str(self.folder)}
        self.launch(
            [program("postgres"), "-D", str(self._data), "-p", str(self.port)]
            + [part for name, value in options.items() for part in ("-c", f"{name}={value}")],
            self._user,
        )
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self.query("postgres", "SELECT 1")
                return
            except psycopg.OperationalError:
                if not self.running or time.monotonic() > deadline:
                    raise AssertionError(f"PostgreSQL did not come up: {self.last_words()}") from None
                time.sleep(0.05)

    def stop(self) -> None:
        """Kill it, cutting its clients off in the middle of their work."""
        self.end(signal.SIGINT)

    def fill_disk(self) -> None:
        """Make all files unwritable; it goes down as soon as its log can't be written."""
        fill_disk(self.processes, self._user)

    def free_disk(self) -> None:
        """Make files writable again; return when it accepts connections, after a restart if it went down."""
        deadline, well_since = time.monotonic() + PATIENCE, None
        while well_since is None or time.monotonic() < well_since + SETTLED:
            # Repeat this: a process that was made meanwhile has the limits of its parent.
            free_disk(self.processes, self._user)
            if not self.running:
                self.start()
            if time.monotonic() > deadline:
                raise AssertionError(f"PostgreSQL did not come back: {self.last_words()}")
            accepts = self._accepts()
            well_since = (well_since or time.monotonic()) if accepts else None
            time.sleep(0.05)

    def _accepts(self) -> bool:
        try:
            self.query("postgres", "SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def url(self, database: str) -> str:
        return f"postgres://{ROLE}@127.0.0.1:{self.port}/{database}"

    def socket_url(self, database: str) -> str:
        """Return the same without any network."""
        return f"postgres://{ROLE}@{quote(str(self.folder), safe='')}:{self.port}/{database}"

    def query(self, database: str, statement: str) -> list[tuple[Any, ...]]:
        with closing(psycopg.connect(self.url(database), autocommit=True, connect_timeout=5)) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def new_database(self) -> str:
        """Make a database without tables."""
        name = f"site{next(self._numbers)}"
        self.query("postgres", f"CREATE DATABASE {name}")
        return name

    def migrated_database(self) -> str:
        """Make a database with all tables and no rows."""
        name = f"site{next(self._numbers)}"
        self.query("postgres", f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        return name


def make_cluster(folder: Path) -> None:
    """Make a cluster that has the site's tables in a database, and keep its files."""
    first = Postgres()
    try:
        first.make()
        first.query("postgres", f"CREATE DATABASE {TEMPLATE}")
        migrate(first.url(TEMPLATE))
        first.end()
        copy(first.folder / "data", folder / "data")
    finally:
        first.stop()
        shutil.rmtree(first.folder)


def copy(data: Path, to: Path) -> None:
    """Copy a cluster's files with their owner, the only user who may read them."""
    subprocess.run(["cp", "--archive", data, to], check=True)


def migrate(url: str) -> None:
    """Create all tables in the database at this address."""
    env = {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": url,
        "SECRET_KEY": "only for tests",
        "DATA_DIR": "/tmp",
    }
    code, said = run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=env)
    assert code == 0, said
