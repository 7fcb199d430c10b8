"""The key that signs sessions is made once, whichever process starts first."""

from __future__ import annotations

import errno
import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from boardgames.environment import kept_secret_key


def test_processes_that_start_at_once_have_one_key(tmp_path):
    for round_number in range(20):
        folder = tmp_path / str(round_number)
        folder.mkdir()
        with ThreadPoolExecutor(8) as starting:
            keys = set(starting.map(kept_secret_key, [folder] * 16))
        assert len(keys) == 1
        assert len(keys.pop()) >= 50
        assert [file.name for file in folder.iterdir()] == ["secret_key"]
        assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600


@pytest.mark.parametrize("number", [errno.EPERM, errno.EOPNOTSUPP])
def test_a_file_system_without_links_keeps_a_key_too(tmp_path, monkeypatch, number):
    def no_links(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "link", no_links)
    key = kept_secret_key(tmp_path)
    assert len(key) >= 50
    assert kept_secret_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
