"""Data of an earlier release are copied before their tables change, and keep all their content."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from games_app.management.schema import TOO_OLD
from tests.backing.management import done, manage
from tests.backing.processes import run
from tests.faults import older
from tests.faults.older import newest_migration
from tests.nightly.entrance.serving import PATIENCE, command, environment, serving
from tests.web_server import DATABASE, ROOT, healthy, prepared

COPIES = "before-upgrades"
LAST = "0038_open_to_invitations"
"""The last migration of 0.9.0."""
TABLES = {"games_app_move": "games_app_ply"}
"""Tables of earlier releases and their names today."""
TABLES_AND_MIGRATIONS = "SELECT name, sql FROM sqlite_master UNION SELECT app, name FROM django_migrations"


@pytest.fixture
def data(tmp_path) -> Path:
    """A data folder of 0.9.0."""
    return older.fill(tmp_path / "data", older.OLDEST)


def copy_in(data: Path) -> Path:
    (copy,) = (data / COPIES).iterdir()
    return copy


def test_serve_copies_the_data_of_an_earlier_release_before_it_changes_them(data, tmp_path):
    _, static, _ = prepared(bundled=True)
    env = environment(tmp_path) | {"STATIC_ROOT": str(static), "ENGINE_WORKERS": "0"}
    with serving(command(data, "--port", "0"), env) as site:
        assert healthy(site.url)
        assert site.before == [f"Before the upgrade the record was copied to {copy_in(data)}\n"]
    assert newest_migration(copy_in(data)) == LAST
    assert newest_migration(data) > LAST


def test_an_upgrade_that_fails_says_where_the_copy_is_and_how_to_go_back(data, tmp_path):
    """Pretend that the record is from an unreleased state with other tables."""
    with closing(sqlite3.connect(data / DATABASE, isolation_level=None)) as record:
        record.execute("DROP TABLE games_app_alive")
    code, said = manage("migrate", "--verbosity", "0", data=data)
    copy, moved = copy_in(data), data.with_name("data-failed")
    assert code == 1
    assert said == (
        f"Before the upgrade the record was copied to {copy}\n"
        "The tables could not be brought up to date: no such table: games_app_alive\n"
        f"The record as it was before is safe in {copy}. To go back to it, install the version that ran "
        f"before, rename {data} to {moved}, and run "
        f"`python3 manage.py restore {moved / COPIES / copy.name}`. `--traceback` says where it failed.\n"
    )
    assert newest_migration(copy) == LAST


def test_a_start_that_changes_nothing_makes_no_copy(tmp_path):
    shutil.copy(prepared(bundled=True)[2], tmp_path)
    assert done("migrate", "--verbosity", "0", data=tmp_path) == ""
    assert not (tmp_path / COPIES).exists()


def test_the_last_two_whole_copies_are_kept_and_the_newest_can_be_restored(data, tmp_path):
    copies = data / COPIES
    for name in ("20230101-000000", "20240101-000000", "20250101-000000", "of the host"):
        shutil.copytree(data, copies / name, ignore=shutil.ignore_patterns(COPIES))
    with (copies / "20250101-000000" / DATABASE).open("r+b") as damaged:
        damaged.truncate(8192)
    said = done("migrate", "--verbosity", "0", data=data)
    *names, new = sorted(path for path in copies.iterdir() if path.name != "of the host")
    assert [path.name for path in names] == ["20240101-000000", "20250101-000000"]
    assert (copies / "of the host").exists()
    assert said == f"Before the upgrade the record was copied to {new}\n"
    assert "32 matches" in done("restore", new, data=tmp_path / "again")
    assert newest_migration(tmp_path / "again") == newest_migration(data)
    assert not (tmp_path / "again" / COPIES).exists()


def test_an_upgrade_interrupted_twice_keeps_the_copy_from_before_it(data, tmp_path):
    """A part of the migrations leaves the record as a killed upgrade does."""
    part = ("migrate", "engine_jobs", "--verbosity", "0")
    first, *further = [done(*part, data=data), done(*part, data=data), done("migrate", "-v0", data=data)]
    copy = copy_in(data)
    assert first == f"Before the upgrade the record was copied to {copy}\n"
    goes_on = "The last upgrade was interrupted. It goes on. The record as it was before is in "
    assert further == [f"{goes_on}{copy}\n"] * 2
    assert newest_migration(copy) == LAST
    with closing(sqlite3.connect(copy / DATABASE)) as record:
        applied = record.execute("SELECT app, name FROM django_migrations").fetchall()
    assert ("engine_jobs", "0003_requests_and_turns") not in applied
    assert "32 matches" in done("restore", copy, data=tmp_path / "again")
    assert done("migrate", "-v0", data=data) == ""


def test_a_restored_half_upgraded_record_is_whole_again(data, tmp_path):
    done("migrate", "engine_jobs", "--verbosity", "0", data=data)
    assert half_way(data)
    done("restore", data, data=tmp_path / "again")
    assert not half_way(tmp_path / "again")


def half_way(data: Path) -> bool:
    with closing(sqlite3.connect(data / DATABASE)) as record:
        return bool(record.execute("PRAGMA user_version").fetchone()[0])


def test_a_first_start_that_fails_is_still_the_first_one_at_the_next_try(tmp_path):
    """The file of the record can't grow beyond a few tables."""
    limited = ["prlimit", "--fsize=200000", sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    for _ in range(2):
        code, said = run(limited, cwd=ROOT, env=environment(tmp_path) | {"DATA_DIR": str(tmp_path / "new")})
        assert code == 1
        assert said.startswith("The tables could not be brought up to date: ")
        assert "\nNo record was there before. " in said
    assert done("migrate", "--verbosity", "0", data=tmp_path / "new") == ""
    assert not (tmp_path / "new" / COPIES).exists()
    assert not half_way(tmp_path / "new")


def test_without_a_copy_there_is_no_upgrade(data):
    (data / COPIES).write_text("in the way")
    code, said = manage("migrate", "--verbosity", "0", data=data)
    assert code == 1
    assert said.startswith(f"No backup was made in {data / COPIES}{os.sep}")
    assert said.endswith("The upgrade was not begun: it is made after a copy only.\n")
    assert newest_migration(data) == LAST


def test_dry_run_copies_nothing(data):
    assert manage("migrate", "--check", data=data)[0] == 1
    assert "0039_squashed" in done("migrate", "--plan", data=data)
    assert not (data / COPIES).exists()


def columns(record: sqlite3.Connection) -> set[tuple[str, str]]:
    """Each column of the site's own tables: table and name."""
    tables = "(SELECT name FROM sqlite_master WHERE name LIKE 'games_app_%') t"
    return set(record.execute(f"SELECT t.name, c.name FROM {tables}, pragma_table_info(t.name) c").fetchall())


def values(record: sqlite3.Connection, table: str, column: str) -> dict[int, Any]:
    """Return a column's values by the rows' ids."""
    return dict(record.execute(f"SELECT id, {column} FROM {table}").fetchall())


@pytest.mark.parametrize("release", older.RELEASES)
def test_data_of_each_release_keep_every_value_and_the_matches_replay(release, tmp_path):
    old, new = older.fill(tmp_path / "old", release), tmp_path / "new"
    said = done("restore", old, data=new)
    assert "all replay to what is stored" in said
    with (
        closing(sqlite3.connect(old / DATABASE)) as before,
        closing(sqlite3.connect(new / DATABASE)) as after,
    ):
        assert f"{len(values(before, 'games_app_match', 'id'))} matches, " in said
        for table, column in columns(before):
            now = values(after, TABLES.get(table, table), column)
            assert values(before, table, column).items() <= now.items(), table
        names = "SELECT name FROM sqlite_master WHERE name = 'django_admin_log'"
        assert after.execute(names).fetchall() == []
        for table, column in (("django_migrations", "app"), ("django_content_type", "app_label")):
            assert "admin" not in values(after, table, column).values()


def test_serve_refuses_data_between_two_releases_and_changes_nothing(data, tmp_path):
    with closing(sqlite3.connect(data / DATABASE, isolation_level=None)) as record:
        record.execute("DELETE FROM django_migrations WHERE name = ?", (LAST,))
        before = record.execute(TABLES_AND_MIGRATIONS).fetchall()
    code, said = run(command(data, "--port", "0"), cwd=ROOT, env=environment(tmp_path), timeout=PATIENCE)
    assert code == 1
    assert said.endswith(
        f"{TOO_OLD}\nNothing was changed.\n"
        "Not started, because the preparation of the database failed; see above.\n"
    )
    with closing(sqlite3.connect(data / DATABASE)) as record:
        assert record.execute(TABLES_AND_MIGRATIONS).fetchall() == before
    assert not (data / COPIES).exists()
