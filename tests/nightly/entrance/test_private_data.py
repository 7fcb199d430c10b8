"""Other users of the machine have no access: not to the sessions, the key, or the findings of `verify`."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.backing.management import done
from tests.backing.permissions import open_to_others
from tests.web_server import Server, prepared

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
