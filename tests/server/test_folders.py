"""The data folder is for its own user, and for one site at a time."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardgames import folders
from boardgames.folders import Occupied, exposure_warning, folder_lock, keep_private, server_of, serving
from tests.backing.permissions import mode, open_to_others

PUBLIC_FOLDER, PUBLIC_FILE = 0o755, 0o644


@pytest.fixture(autouse=True)
def _own_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def data(tmp_path) -> Path:
    """A data folder that all users can read."""
    (tmp_path / "data").mkdir()
    for name in ("boardgames.sqlite3", "boardgames.sqlite3-wal", "secret_key", "of somebody else"):
        (tmp_path / "data" / name).touch(PUBLIC_FILE)
    (tmp_path / "data").chmod(PUBLIC_FOLDER)
    return tmp_path / "data"


def test_an_open_folder_and_its_files_are_closed(data):
    keep_private(data)
    assert open_to_others(data) == {"of somebody else"}


def test_files_that_are_written_later_are_private(tmp_path):
    keep_private(tmp_path / "new")
    (tmp_path / "new" / "later").write_text("")
    assert open_to_others(tmp_path / "new") == set()


def test_a_shared_folder_stays_open_and_only_the_files_of_the_site_are_closed(data):
    data.chmod(0o1777)
    keep_private(data)
    assert open_to_others(data) == {"data", "of somebody else"}
    assert mode(data) == 0o1777


def test_folder_that_cannot_be_closed_is_named(tmp_path, monkeypatch):
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


def test_a_second_site_on_the_data_of_one_that_runs_is_refused_with_its_number(data, monkeypatch):
    monkeypatch.setattr(folders, "ATTEMPTS", 1)
    with serving(data):
        assert server_of(data) == str(os.getpid())
        with pytest.raises(Occupied, match=str(os.getpid())), serving(data):
            pass
    assert server_of(data) is None
    with serving(data):
        pass


def test_a_first_start_waits_until_another_has_prepared_the_folder(data, monkeypatch):
    monkeypatch.setattr(folders, "POLL_SECONDS", 0.001)
    asked, order = threading.Event(), []

    def second() -> None:
        with folder_lock(data, lambda: bool(asked.set())):
            order.append("second")
        asked.set()

    with folder_lock(data, lambda: False):
        thread = threading.Thread(target=second)
        thread.start()
        asked.wait()
        order.append("first")
    thread.join()
    assert order == ["first", "second"]
