"""`manage.py status` tells the host the site's condition, its problems and what to do."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from games_app.management.commands import status
from tests.backing.filling import fill_disk, free_disk
from tests.backing.management import done, manage
from tests.backing.programs import free_port
from tests.nightly.entrance.serving import children, cmdline, command, ready, serving
from tests.played import begin
from tests.site import PROXIES, Site
from tests.web_server import DATABASE, Server, prepared


@pytest.fixture
def empty(tmp_path) -> Path:
    """A data folder with tables and no rows."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    shutil.copy(prepared(bundled=True)[2], data / DATABASE)
    return data


def parts(said: str) -> dict[str, str]:
    """The lines about the parts of the site, by their names."""
    lines = said.partition("\n\n")[0].splitlines()
    return {line[:12].strip(): line[13:] for line in lines}


def faults(said: str) -> list[str]:
    return [line[2:] for line in said.splitlines() if line.startswith("! ")]


def test_a_site_that_runs_is_well_and_its_figures_are_said(tmp_path):
    data = tmp_path / "data"
    with Server(data, PROXIES) as server:
        begin(server.url, "mancala")
        said = done("status", data=data)
    told = parts(said)
    assert list(told) == [
        "version",
        "database",
        "tables",
        "players",
        "matches",
        "running",
        "engine",
        "data folder",
    ]
    assert told["database"].startswith(f"{data / DATABASE}, ")
    assert (told["tables"], told["players"], told["matches"]) == ("up to date", "2", "1, 1 being played")
    assert told["running"] == "yes; people at a match now: 0"
    assert said.endswith("\n\nAll is well.\n")


def test_a_site_that_has_stopped_is_told_from_one_that_never_ran(empty):
    code, said = manage("status", data=empty)
    assert (code, parts(said)["running"]) == (1, "never yet")
    with closing(sqlite3.connect(empty / DATABASE, isolation_level=None)) as record:
        record.execute("INSERT INTO games_app_alive (id, at) VALUES (1, '2026-01-02 03:04:05')")
    code, said = manage("status", data=empty)
    assert (code, parts(said)["running"]) == (1, "no; last sign of life at 2026-01-02 03:04:05 UTC")
    assert faults(said)[0].startswith("The site is not running. Start it")


def test_a_site_that_runs_and_can_store_nothing_is_told_from_one_that_has_stopped(tmp_path):
    env = ready(tmp_path)
    data = tmp_path / "data"
    with serving(command(data, "--port", "0"), env) as site:
        (web,) = (pid for pid in children(site.process.pid) if b"boardgames.asgi" in cmdline(pid))
        fill_disk([web])
        with closing(sqlite3.connect(data / DATABASE, isolation_level=None)) as record:
            record.execute("UPDATE games_app_alive SET at = '2026-01-02 03:04:05'")
        code, said = manage("status", data=data)
        free_disk([web])
    told = parts(said)["running"]
    assert (code, told) == (
        1,
        f"yes, process {site.process.pid}; nothing stored since 2026-01-02 03:04:05 UTC",
    )
    assert faults(said)[0].startswith("The site runs but can't store what people do.")


def test_tables_of_another_version_are_said_to_be_older_or_newer(empty, tmp_path):
    done("migrate", "games_app", "0001_squashed_0038_open_to_invitations", data=tmp_path / "older")
    code, said = manage("status", data=tmp_path / "older")
    assert code == 1
    assert parts(said)["tables"].startswith("older than the code; changes to make: ")
    assert "`serve` brings them up to date" in faults(said)[0]
    with closing(sqlite3.connect(empty / DATABASE, isolation_level=None)) as record:
        row = ("games_app", "9999_later", "2030-01-01")
        record.execute("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)", row)
    code, said = manage("status", data=empty)
    assert (code, parts(said)["tables"]) == (1, "newer than the code (games_app.9999_later)")
    assert "Install that version again." in faults(said)[0]


@pytest.mark.django_db(databases=["default", "engine"])
def test_a_disk_without_room_for_a_copy_is_said(empty, monkeypatch, settings):
    settings.DATA_DIR = empty
    said = {line.part: line for line in status.findings()}
    assert said["data folder"].wrong == ""
    monkeypatch.setattr(status, "SPARE_BYTES", shutil.disk_usage(empty).free * 2)
    said = {line.part: line for line in status.findings()}
    assert said["data folder"].wrong.startswith("The disk is nearly full")


def test_a_big_site_is_well_with_its_database_and_its_redis(tmp_path, postgres):
    with Site(tmp_path / "site", postgres) as site:
        told = parts(done("status", data=tmp_path / "data", **site.env()))
    assert told["database"].startswith(f"the database {site.database} of PostgreSQL, ")
    assert (told["tables"], told["Redis"]) == ("up to date", "answers")


def test_unreachable_service_is_named_without_its_password(empty):
    nobody = f"127.0.0.1:{free_port()}"
    code, said = manage(
        "status",
        data=empty,
        DATABASE_URL=f"postgres://boardgames:hidden@{nobody}/games",
        REDIS_URL=f"redis://:hidden@{nobody}/0",
    )
    database, redis = faults(said)
    assert (code, database.endswith("Is PostgreSQL running, and DATABASE_URL right?")) == (1, True)
    assert redis.startswith("Redis can't be reached: ")
    assert "hidden" not in said
    assert "Traceback" not in said
