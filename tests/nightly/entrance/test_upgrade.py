"""A record of an older version is copied before its tables change, and keeps all its content."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.faults import older as records
from tests.nightly import nightly_except
from tests.nightly.entrance.commands import done, manage
from tests.nightly.entrance.serving import command, environment, serving
from tests.server import DATABASE, healthy, prepared

COPIES = "before-upgrades"
OLDER = "0012_note"
RENAMED = {("games_app_match", "dealings"), ("games_app_seat", "pace")}
"""Columns of older versions that have other names today."""
TABLES = {"games_app_move": "games_app_ply"}
"""Tables of older versions and their names today."""


@pytest.fixture(scope="module")
def left_by_older(tmp_path_factory) -> Path:
    """A data folder whose tables are those of an older version, with a player."""
    data = tmp_path_factory.mktemp("older") / "data"
    done("migrate", "games_app", OLDER, data=data)
    with closing(sqlite3.connect(data / DATABASE, isolation_level=None)) as record:
        columns = "(public_id, name, chose_name, created_at)"
        record.execute(f"INSERT INTO games_app_player {columns} VALUES ('a', 'alice', 1, '2026-01-01')")
    return data


@pytest.fixture
def older(left_by_older, tmp_path) -> Path:
    """A copy of it for a test of its own."""
    return Path(shutil.copytree(left_by_older, tmp_path / "data"))


def tables(record: Path) -> tuple[str, int]:
    """The newest migration of the app that a record has, and the number of its players."""
    with closing(sqlite3.connect(record)) as connection:
        (newest,) = connection.execute(
            "SELECT max(name) FROM django_migrations WHERE app = 'games_app'"
        ).fetchone()
        (players,) = connection.execute("SELECT count(*) FROM games_app_player").fetchone()
    return newest, players


def copy_in(data: Path) -> Path:
    (copy,) = (data / COPIES).iterdir()
    return copy


def test_serve_copies_an_older_record_before_it_changes_it_and_says_where(older, tmp_path):
    _, static, _ = prepared(bundled=True)
    env = environment(tmp_path) | {"STATIC_ROOT": str(static), "ENGINE_WORKERS": "0"}
    with serving(command(older, "--port", "0"), env) as site:
        assert healthy(site.url)
        assert site.before == [f"Before the upgrade the record was copied to {copy_in(older)}\n"]
    assert tables(copy_in(older) / DATABASE) == (OLDER, 1)
    assert tables(older / DATABASE)[0] > OLDER


def test_an_upgrade_that_fails_says_where_the_copy_is_and_how_to_go_back(older, tmp_path):
    """Pretend that the record is from an unreleased state with other tables."""
    with closing(sqlite3.connect(older / DATABASE, isolation_level=None)) as record:
        record.execute("DROP TABLE games_app_alive")
    code, said = manage("migrate", "--verbosity", "0", data=older)
    copy, moved = copy_in(older), older.with_name("data-failed")
    assert code == 1
    assert said == (
        f"Before the upgrade the record was copied to {copy}\n"
        "The tables could not be brought up to date: no such table: games_app_alive\n"
        f"The record as it was before is safe in {copy}. To go back to it, install the version that ran "
        f"before, rename {older} to {moved}, and run "
        f"`python3 manage.py restore {moved / COPIES / copy.name}`. `--traceback` says where it failed.\n"
    )
    assert tables(copy / DATABASE) == (OLDER, 1)


def test_a_start_that_changes_nothing_makes_no_copy(tmp_path):
    shutil.copy(prepared(bundled=True)[2], tmp_path)
    assert done("migrate", "--verbosity", "0", data=tmp_path) == ""
    assert not (tmp_path / COPIES).exists()


@pytest.mark.nightly
def test_the_last_two_copies_are_kept_and_the_newest_can_be_restored(older, tmp_path):
    for name in ("20240101-000000", "20250101-000000"):
        (older / COPIES / name).mkdir(parents=True)
    said = done("migrate", "--verbosity", "0", data=older)
    old, new = sorted((older / COPIES).iterdir())
    assert old.name == "20250101-000000"
    assert said == f"Before the upgrade the record was copied to {new}\n"
    assert "0 matches" in done("restore", new, data=tmp_path / "again")
    assert tables(tmp_path / "again" / DATABASE) == tables(older / DATABASE)
    assert not (tmp_path / "again" / COPIES).exists()


def test_without_a_copy_there_is_no_upgrade(older):
    (older / COPIES).write_text("in the way")
    code, said = manage("migrate", "--verbosity", "0", data=older)
    assert code == 1
    assert said.startswith(f"No backup was made in {older / COPIES}{os.sep}")
    assert said.endswith("The upgrade was not begun: it is made after a copy only.\n")
    assert tables(older / DATABASE) == (OLDER, 1)


def test_what_is_only_asked_about_copies_nothing(older):
    assert manage("migrate", "--check", data=older)[0] == 1
    assert "0013" in done("migrate", "--plan", data=older)
    assert not (older / COPIES).exists()


def columns(record: sqlite3.Connection) -> set[tuple[str, str]]:
    """Each column of the site's own tables: table and name."""
    tables = "(SELECT name FROM sqlite_master WHERE name LIKE 'games_app_%') t"
    return set(record.execute(f"SELECT t.name, c.name FROM {tables}, pragma_table_info(t.name) c").fetchall())


def values(record: sqlite3.Connection, table: str, column: str) -> dict[int, Any]:
    """Return a column's values by the rows' ids."""
    return dict(record.execute(f"SELECT id, {column} FROM {table}").fetchall())


@pytest.mark.parametrize("name", nightly_except(records.LATER, records.LATER[0]))
def test_a_record_of_each_later_version_keeps_every_value_and_its_matches_replay(name, tmp_path):
    (tmp_path / "old").mkdir()
    with closing(sqlite3.connect(tmp_path / "old" / DATABASE)) as record:
        records.fill(record, name)
        matches = len(values(record, "games_app_match", "id"))
    said = done("restore", tmp_path / "old", data=tmp_path / "data")
    assert f"{matches} matches, " in said
    assert "all replay to what is stored" in said
    with (
        closing(sqlite3.connect(tmp_path / "old" / DATABASE)) as before,
        closing(sqlite3.connect(tmp_path / "data" / DATABASE)) as after,
    ):
        stored, today = columns(before), columns(after)
        kept = {(table, column) for table, column in stored if (TABLES.get(table, table), column) in today}
        assert stored - kept <= RENAMED
        for table, column in kept:
            now = values(after, TABLES.get(table, table), column)
            assert values(before, table, column).items() <= now.items(), table
