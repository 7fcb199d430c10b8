"""`manage.py backup` and `restore`: commits come back, also if they were copied during play."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import stat
import threading
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from games_app.management.schema import NEWER, TOO_OLD
from tests.backing.management import done, manage
from tests.backing.programs import program
from tests.played import begin, sample
from tests.site import Site
from tests.web_server import DATABASE, Server, prepared

GAME = "mancala"
APPLIED = "INSERT INTO django_migrations (app, name, applied)"
RECORD, DUMP, KEY = DATABASE, "boardgames.dump", "secret_key"


@pytest.fixture
def empty(tmp_path) -> Path:
    """A data folder with tables and a key, and no rows."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    shutil.copy(prepared(bundled=True)[2], data / RECORD)
    (data / KEY).write_text("the key of this site")
    return data


@pytest.fixture
def programs() -> dict[str, str]:
    """An environment in which the programs of PostgreSQL are found."""
    return {"PATH": f"{Path(program('pg_dump')).parent}:{os.environ['PATH']}"}


@contextmanager
def play_going_on(url: str):
    """Matches played one after another as fast as the site answers; yields running ones, at least one."""
    matches, failures = [], []
    under_way, enough = threading.Event(), threading.Event()
    options, decisions = sample(GAME)

    def play() -> None:
        try:
            while not enough.is_set():
                matches.append(begin(url, GAME, **options))
                under_way.set()
                matches[-1].play(decisions)
        except BaseException as failure:
            failures.append(failure)
            under_way.set()

    thread = threading.Thread(target=play)
    thread.start()
    try:
        under_way.wait()
        yield matches
    finally:
        enough.set()
        thread.join()
    assert not failures


def records(url: str, matches) -> dict[str, list]:
    """Return what everybody may read of each match, from a site at this address."""
    found = {}
    for match in matches:
        match.alice.url = url
        found[match.id] = match.alice.record(match.id)
    return found


def test_a_backup_in_the_midst_of_play_restores_and_verifies(tmp_path):
    data = tmp_path / "data"
    with Server(data, {"TRUSTED_PROXIES": "127.0.0.1"}) as server:
        with play_going_on(server.url) as matches:
            said = done("backup", tmp_path / "kept", data=data)
            begun = list(matches)
        assert said.startswith(f"Backed up {data / RECORD} to {tmp_path / 'kept'} (")
        whole = records(server.url, begun)
    again = tmp_path / "again"
    said = done("restore", tmp_path / "kept", data=again)
    assert "all replay to what is stored" in said
    assert f"Restored {tmp_path / 'kept'} to {again / RECORD}." in said
    with Server(again, {"TRUSTED_PROXIES": "127.0.0.1"}) as restored:
        first = begun[0]
        first.alice.url = restored.url
        events = first.alice.record(first.id)
        assert events
        assert events == whole[first.id][: len(events)]


def test_the_key_comes_along_so_that_everybody_is_still_known(empty, tmp_path):
    done("backup", tmp_path / "kept", data=empty)
    done("restore", tmp_path / "kept", data=tmp_path / "again")
    assert (tmp_path / "again" / KEY).read_text() == "the key of this site"


def test_a_backup_is_for_its_own_user(empty, tmp_path):
    done("backup", tmp_path / "kept", data=empty)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "kept").iterdir()}
    assert modes == {RECORD: 0o600, KEY: 0o600}
    assert stat.S_IMODE((tmp_path / "kept").stat().st_mode) == 0o700
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "kept"], "no draft is left"


def test_a_backup_replaces_nothing(empty, tmp_path):
    (tmp_path / "kept").mkdir()
    code, said = manage("backup", tmp_path / "kept", data=empty)
    assert (code, said) == (
        1,
        f"{tmp_path / 'kept'} is there already, and a backup replaces nothing. Choose another name.\n",
    )
    assert list((tmp_path / "kept").iterdir()) == []


def test_dated_backups_are_kept_while_fewer_whole_ones_are_newer(empty, tmp_path):
    """Damaged ones don't count, and folders with other names or other files are not the command's."""
    kept = tmp_path / "kept"
    done("backup", kept / "20250101-000000", data=empty)
    for name in ("20250102-000000", "20250103-000000", "20250104-000000", "20250105-000000", "2025"):
        shutil.copytree(kept / "20250101-000000", kept / name)
    (kept / "20250101-000000" / "notes.txt").write_text("of the host")
    halved(kept / "20250104-000000")
    with closing(sqlite3.connect(kept / "20250105-000000" / RECORD)) as half_way:
        half_way.execute("PRAGMA user_version = 2")
    said = done("backup", "--keep", "2", kept, data=empty)
    *old, new = sorted(path.name for path in kept.iterdir())
    assert old == ["2025", "20250101-000000", "20250103-000000", "20250104-000000", "20250105-000000"]
    assert f"Backed up {empty / RECORD} to {kept / new} (" in said
    assert said.endswith(f"\nDeleted {kept / '20250102-000000'}.\n")
    assert {path.name for path in (kept / new).iterdir()} == {RECORD, KEY}


def test_a_failed_dated_backup_deletes_nothing(empty, tmp_path):
    kept = tmp_path / "kept"
    for name in ("20250101-000000", "20250102-000000"):
        done("backup", kept / name, data=empty)
    noise(empty)
    code, said = manage("backup", "--keep", "1", kept, data=empty)
    assert (code, said.startswith("No backup was made in ")) == (1, True)
    assert sorted(path.name for path in kept.iterdir()) == ["20250101-000000", "20250102-000000"]


def test_a_damaged_record_is_not_called_a_backup(empty, tmp_path):
    noise(empty)
    code, said = manage("backup", tmp_path / "kept", data=empty)
    assert code == 1
    assert said.startswith(f"No backup was made in {tmp_path / 'kept'}: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]


def test_a_record_that_is_there_is_not_replaced(empty, tmp_path):
    done("backup", tmp_path / "kept", data=empty)
    before = (empty / RECORD).read_bytes()
    code, said = manage("restore", tmp_path / "kept", data=empty)
    assert code == 1
    assert said.startswith(f"There is a record already in {empty}. Stop the site, move that folder away")
    assert (empty / RECORD).read_bytes() == before


def test_another_sites_key_is_not_replaced_and_not_kept_beside_strange_sessions(empty, tmp_path):
    done("backup", tmp_path / "kept", data=empty)
    (tmp_path / "again").mkdir()
    (tmp_path / "again" / KEY).write_text("of another site")
    code, said = manage("restore", tmp_path / "kept", data=tmp_path / "again")
    assert (code, "is not the key of this backup" in said) == (1, True)
    assert [file.name for file in (tmp_path / "again").iterdir()] == [KEY]


def later(backup: Path) -> None:
    """Let a record have a migration of a later version."""
    with closing(sqlite3.connect(backup / RECORD, isolation_level=None)) as record:
        record.execute(f"{APPLIED} VALUES ('games_app', '9999_later', '2030-01-01')")


def between(backup: Path) -> None:
    """Let a record have only some of the migrations of a release."""
    with closing(sqlite3.connect(backup / RECORD, isolation_level=None)) as record:
        record.execute("DELETE FROM django_migrations WHERE name LIKE '%squashed%' AND app = 'games_app'")
        record.execute("DELETE FROM django_migrations WHERE name = '0038_open_to_invitations'")


def noise(backup: Path) -> None:
    with (backup / RECORD).open("r+b") as file:
        file.seek(4096 * 3)
        file.write(os.urandom(4096 * 4))


def halved(backup: Path) -> None:
    os.truncate(backup / RECORD, (backup / RECORD).stat().st_size // 2)


def nonsense(backup: Path) -> None:
    (backup / RECORD).write_text("no database")


def strange(backup: Path) -> None:
    (backup / RECORD).unlink()
    with closing(sqlite3.connect(backup / RECORD)) as record:
        record.execute("CREATE TABLE strange (id)")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (later, NEWER),
        (between, TOO_OLD),
        (noise, "malformed|damaged"),
        (halved, "malformed|damaged"),
        (nonsense, "file is not a database"),
        (strange, "no such table"),
    ],
)
def test_a_refused_backup_leaves_nothing_in_the_data_folder(empty, tmp_path, change, reason):
    done("backup", tmp_path / "kept", data=empty)
    change(tmp_path / "kept")
    code, said = manage("restore", tmp_path / "kept", data=tmp_path / "again")
    assert code == 1
    assert said.startswith(f"{tmp_path / 'kept'} was not restored")
    assert re.search(reason, said)
    assert list((tmp_path / "again").iterdir()) == []


def test_a_copy_of_a_data_folder_is_a_backup_too_with_what_is_in_its_log(tmp_path):
    data = tmp_path / "data"
    server = Server(data, {"TRUSTED_PROXIES": "127.0.0.1"})
    with server:
        match = begin(server.url, GAME)
        server.kill()
        assert (data / f"{RECORD}-wal").stat().st_size
    shutil.copytree(data, tmp_path / "copy")
    assert "1 matches" in done("restore", tmp_path / "copy", data=tmp_path / "again")
    with Server(tmp_path / "again") as restored:
        assert len(records(restored.url, [match])[match.id]) == 2


def test_postgresql_in_the_midst_of_play_restores_and_verifies(tmp_path, postgres, programs):
    with Site(tmp_path / "site", postgres) as site:
        env = {**site.env(), **programs}
        with play_going_on(site.first.url) as matches:
            said = done("backup", tmp_path / "kept", data=tmp_path / "data", **env)
            begun = list(matches)
        whole = records(site.first.url, begun)
        assert said.startswith(f"Backed up the database {site.database} of PostgreSQL to ")
        assert [file.name for file in (tmp_path / "kept").iterdir()] == [DUMP]
        url = postgres.url(postgres.new_database())
        said = done("restore", tmp_path / "kept", data=tmp_path / "again", **env | {"DATABASE_URL": url})
        assert "all replay to what is stored" in said
        code, said = manage(
            "restore", tmp_path / "kept", data=tmp_path / "again", **env | {"DATABASE_URL": url}
        )
        assert code == 1
        assert "Create an empty database, name it in DATABASE_URL" in said
    with Server(tmp_path / "again", env | {"DATABASE_URL": url, "REDIS_URL": ""}) as restored:
        events = records(restored.url, begun[:1])[begun[0].id]
        assert events
        assert events == whole[begun[0].id][: len(events)]


def test_a_refused_dump_leaves_nothing_in_the_data_folder_and_the_database(tmp_path, postgres, programs):
    database, new = postgres.migrated_database(), postgres.new_database()
    backups = [tmp_path / "damaged", tmp_path / "later"]
    for backup in backups:
        done("backup", backup, data=tmp_path / "data", DATABASE_URL=postgres.url(database), **programs)
        (backup / KEY).write_text("the key of this site")
        postgres.query(database, f"{APPLIED} VALUES ('games_app', '9999_later', now())")
    env = {"DATABASE_URL": postgres.url(new), **programs}
    os.truncate(backups[0] / DUMP, (backups[0] / DUMP).stat().st_size * 2 // 3)
    said = [manage("restore", backup, data=tmp_path / "again", **env) for backup in backups]
    assert said[1] == (1, f"{backups[1]} was not restored. {NEWER}\n")
    assert (said[0][0], "pg_restore failed" in said[0][1]) == (1, True)
    assert list((tmp_path / "again").iterdir()) == []
    assert postgres.query(new, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(0,)]


def test_dated_dumps_are_rotated_too(tmp_path, postgres, programs):
    env, kept = {"DATABASE_URL": postgres.url(postgres.migrated_database()), **programs}, tmp_path / "kept"
    names = ["20250101-000000", "20250102-000000", "20250103-000000"]
    done("backup", kept / names[0], data=tmp_path / "data", **env)
    for name in names[1:]:
        shutil.copytree(kept / names[0], kept / name)
    os.truncate(kept / names[2] / DUMP, (kept / names[2] / DUMP).stat().st_size * 2 // 3)
    done("backup", "--keep", "2", kept, data=tmp_path / "data", **env)
    assert sorted(path.name for path in kept.iterdir())[:-1] == names[1:]
