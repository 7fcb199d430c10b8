"""The site uses an SQLite that keeps its commits, or a mode in which it does."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.db import connection

from boardgames import databases
from boardgames.databases import has_wal_reset_bug, sqlite, sqlite_version, use_bundled_sqlite


@pytest.mark.parametrize(
    ("version", "loses"),
    [
        ((3, 40, 1), True),
        ((3, 44, 5), True),
        ((3, 44, 6), False),
        ((3, 45, 9), True),
        ((3, 50, 6), True),
        ((3, 50, 7), False),
        ((3, 51, 2), True),
        ((3, 51, 3), False),
        ((3, 53, 4), False),
    ],
)
def test_the_versions_that_lose_commits_are_known(version, loses):
    assert has_wal_reset_bug(version) is loses


@pytest.mark.parametrize(("version", "mode"), [((3, 40, 1), "TRUNCATE"), ((3, 53, 4), "WAL")])
def test_a_version_that_loses_commits_runs_without_a_wal(monkeypatch, version, mode):
    monkeypatch.setattr(databases, "sqlite_version", lambda: version)
    for database in sqlite(Path("data")).values():
        assert f"PRAGMA journal_mode={mode};" in database["OPTIONS"]["init_command"]


def test_the_version_of_the_requirements_replaces_that_of_python_where_there_is_a_wheel(monkeypatch):
    if find_spec("pysqlite3") is None:
        return
    bundled = import_module("pysqlite3")
    assert sqlite_version() == bundled.sqlite_version_info
    for name in ("sqlite3", "sqlite3.dbapi2"):
        monkeypatch.setitem(sys.modules, name, None)
    use_bundled_sqlite()
    assert sys.modules["sqlite3"] is bundled


@pytest.mark.django_db
def test_a_connection_tells_its_limits_which_django_asks_for_from_6_1_on():
    limits = import_module("sqlite3")
    connection.ensure_connection()
    assert connection.connection.getlimit(limits.SQLITE_LIMIT_VARIABLE_NUMBER) >= 999
    assert connection.connection.getlimit(limits.SQLITE_LIMIT_COLUMN) >= 999
