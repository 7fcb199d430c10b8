"""The key that signs sessions: made once, whoever starts first."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor

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
