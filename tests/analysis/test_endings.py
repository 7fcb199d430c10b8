"""Endings are made once, stored in the data folder, and read by every process that analyses."""

from __future__ import annotations

from pathlib import Path

import pytest

from games_app.analysis import endings
from games_app.games.engine.analyse import engine_name
from games_app.games.oware.endings import Endings

FEW = 3


@pytest.fixture(autouse=True)
def folder(settings, tmp_path, monkeypatch) -> Path:
    settings.DATA_DIR = tmp_path
    start(monkeypatch)
    return tmp_path / "endings" / engine_name("oware")


def start(monkeypatch) -> Endings:
    """Begin as a new process does: with no endings known."""
    tables = Endings(FEW)
    monkeypatch.setattr(endings, "ENDINGS", {"oware": tables})
    return tables


def make_all() -> None:
    for _ in endings.make():
        pass


def gains(tables: Endings) -> list[int]:
    return [tables.gain(board, FEW, left) for board in tables.boards(FEW) for left in (1, 60)]


def test_a_new_site_has_no_endings(monkeypatch):
    tables = start(monkeypatch)
    endings.load()
    assert tables.known == 0


def test_endings_that_one_process_made_are_known_to_the_next(monkeypatch, folder):
    made = start(monkeypatch)
    make_all()
    assert sorted(file.name for file in folder.iterdir()) == ["1", "2", "3"]
    read = start(monkeypatch)
    endings.load()
    assert (read.known, gains(read)) == (FEW, gains(made))


def test_a_damaged_table_is_not_used_and_is_made_again(monkeypatch, folder):
    make_all()
    whole = (folder / "2").read_bytes()
    (folder / "2").write_bytes(whole[:-1])
    read = start(monkeypatch)
    endings.load()
    assert read.known == 1
    make_all()
    assert read.known == FEW
    assert (folder / "2").read_bytes() == whole


def test_endings_serve_the_process_that_made_them_if_they_cannot_be_stored(settings, monkeypatch, tmp_path):
    settings.DATA_DIR = tmp_path / "file"
    settings.DATA_DIR.write_text("in the way")
    tables = start(monkeypatch)
    make_all()
    assert tables.known == FEW
