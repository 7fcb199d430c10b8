"""Other users of the machine have no access: not to the sessions, the key, or the findings of `verify`."""

from __future__ import annotations

import shutil
from pathlib import Path

from boardgames.folders import exposure_warning, keep_private
from tests.nightly.entrance.commands import done
from tests.nightly.entrance.permissions import mode, open_to_others
from tests.server import Server, prepared

PUBLIC_FOLDER, PUBLIC_FILE = 0o755, 0o644


def wide_open(folder: Path) -> Path:
    """A data folder as an older site left it."""
    folder.mkdir()
    shutil.copy(prepared(bundled=True)[2], folder)
    done("verify", data=folder)
    shutil.copy(folder / "boardgames.sqlite3", folder / "boardgames.sqlite3-wal.old")
    for file in folder.iterdir():
        file.chmod(PUBLIC_FILE)
    folder.chmod(PUBLIC_FOLDER)
    assert open_to_others(folder) >= {folder.name, "boardgames.sqlite3"}
    return folder


def test_a_web_server_that_starts_on_an_open_folder_closes_it(tmp_path):
    data = wide_open(tmp_path / "data")
    with Server(data) as server:
        assert open_to_others(data) - {"server.log"} == set()
        assert "Others on this machine" not in server.last_words()


def test_so_does_every_command(tmp_path):
    data = wide_open(tmp_path / "data")
    done("verify", data=data)
    assert open_to_others(data) == set()


def test_in_a_folder_that_is_everybodys_the_files_are_not(tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    done("migrate", "sessions", data=shared)
    assert open_to_others(shared) == {"shared"}
    (shared / "of somebody else").write_text("")
    (shared / "of somebody else").chmod(PUBLIC_FILE)
    (shared / "boardgames.sqlite3").chmod(PUBLIC_FILE)
    done("migrate", "sessions", data=shared)
    assert open_to_others(shared) == {"shared", "of somebody else"}
    assert mode(shared) == 0o1777


def test_what_cannot_be_closed_is_said(tmp_path, monkeypatch):
    """Simulate a folder of another user, or on a memory stick."""

    def not_permitted(*_: object, **__: object) -> None:
        raise PermissionError

    data = tmp_path / "data"
    keep_private(data)
    (data / "secret_key").write_text("")
    assert exposure_warning(data) == ""
    data.chmod(PUBLIC_FOLDER)
    with monkeypatch.context() as strange_disk:
        strange_disk.setattr(Path, "chmod", not_permitted)
        keep_private(data)
        assert exposure_warning(data).endswith(f"close it: chmod go-rwx {data}")
    keep_private(data)
    assert exposure_warning(data) == ""
