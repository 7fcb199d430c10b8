"""Data of an earlier release are upgraded after a copy; other data are refused before anything changes."""

from __future__ import annotations

import shutil

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tests.backing.management import done
from tests.faults import older


def test_data_of_the_oldest_supported_release_are_copied_and_upgraded(tmp_path):
    data = older.fill(tmp_path / "data", older.OLDEST)
    before = older.newest_migration(data)
    said = done("migrate", "--verbosity", "0", data=data)
    (copy,) = (data / "before-upgrades").iterdir()
    assert said == f"Before the upgrade the record was copied to {copy}\n"
    assert older.newest_migration(copy) == before < older.newest_migration(data)


@pytest.mark.django_db
@pytest.mark.parametrize("missing", ["0038_open_to_invitations", "0049_bots"])
def test_data_between_two_releases_are_refused_and_keep_their_tables(missing):
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("games_app", missing)
    before = recorder.applied_migrations()
    with pytest.raises(SystemExit, match=r"Install 0\.10\.0 and start it once"):
        call_command("migrate", verbosity=0)
    assert recorder.applied_migrations() == before


def test_a_first_start_without_room_says_that_the_disk_is_too_small(tmp_path, settings, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setitem(connection.settings_dict, "NAME", tmp_path / "boardgames.sqlite3")
    usage = shutil.disk_usage(tmp_path)._replace(free=300_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(
        SystemExit, match=f"The disk of {tmp_path} is full or too small: a new site needs 5 MB"
    ):
        call_command("migrate", verbosity=0)
    assert list(tmp_path.iterdir()) == []
