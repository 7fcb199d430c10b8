"""The SQLite in use keeps its commits, or runs in a mode in which it does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.visitor import Visitor
from tests.web_server import DATABASE, ROOT, Server, bare_environment

WITHOUT_THE_WHEEL = """
import importlib.machinery as machinery, sqlite3
find = machinery.PathFinder.find_spec
machinery.PathFinder.find_spec = staticmethod(
    lambda name, *rest: None if name == "pysqlite3" else find(name, *rest)
)
sqlite3.sqlite_version_info = sqlite3.dbapi2.sqlite_version_info = (3, 40, 1)
"""
"""Debian 12, as it comes."""
SHOW = """
import django; django.setup()
from django.db import connection
cursor = connection.cursor()
(version,) = cursor.execute("SELECT sqlite_version()").fetchone()
(mode,) = cursor.execute("PRAGMA journal_mode").fetchone()
print(version, mode)
"""


def shown(folder: Path, **env: str) -> tuple[tuple[int, ...], str]:
    """Return the version and the mode that Django gets in a separate process."""
    env = bare_environment(folder, folder) | {"DJANGO_SETTINGS_MODULE": "boardgames.settings"} | env
    command = [sys.executable, "-c", SHOW]
    run = subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
    version, mode = run.stdout.split()
    return tuple(map(int, version.split("."))), mode


@pytest.fixture
def without_the_wheel(tmp_path) -> dict[str, str]:
    folder = tmp_path / "first on the path"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(WITHOUT_THE_WHEEL)
    return {"PYTHONPATH": str(folder)}


def test_a_process_without_the_wheel_leaves_the_mode_that_loses_commits(tmp_path, without_the_wheel):
    assert shown(tmp_path)[1] == "wal"
    assert shown(tmp_path, **without_the_wheel)[1] == "truncate"
    assert shown(tmp_path)[1] == "wal", "and with a sound version it comes back"


def test_a_site_on_an_affected_version_says_so_once_and_plays_without_a_wal(tmp_path, without_the_wheel):
    with Server(tmp_path / "data", without_the_wheel) as server:
        alice = Visitor(server.url)
        match = alice.make_match("mancala", "north")
        assert [event["what"] for event in alice.record(match)] == ["created"]
        assert sorted(file.name for file in server.data.glob(f"{DATABASE}*")) in (
            [DATABASE],
            [DATABASE, f"{DATABASE}-journal"],
        )
    (said,) = [line for line in server.log.read_text().splitlines() if "SQLite" in line]
    assert "WARNING boardgames.asgi: SQLite 3.40.1 may lose what was committed in WAL mode" in said
    assert "set DATABASE_URL to use PostgreSQL." in said
