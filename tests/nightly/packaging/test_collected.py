"""The note of collected files: a start with the same sources collects nothing again."""

import pytest

from boardgames import bundle, static_files


@pytest.fixture
def site(tmp_path, monkeypatch, settings):
    """A site with one source, whose files were collected."""
    (tmp_path / "static").mkdir()
    for file in ("static/page.js", "bundle.mjs", "package-lock.json"):
        (tmp_path / file).write_text("")
    monkeypatch.setattr(bundle, "ROOT", tmp_path)
    monkeypatch.setattr(bundle, "SOURCES", tmp_path / "static")
    monkeypatch.setattr(bundle, "SCRIPT", tmp_path / "bundle.mjs")
    monkeypatch.setattr(bundle, "LOCK_FILE", tmp_path / "package-lock.json")
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STATIC_ROOT.mkdir()
    assert not static_files.is_collected()
    static_files.note_collected()
    return tmp_path


def test_files_of_the_same_sources_are_not_collected_again(site):
    assert static_files.is_collected()


@pytest.mark.parametrize("file", ["static/page.js", "static/new.js", "bundle.mjs", "package-lock.json"])
def test_a_source_that_changed_is(site, file):
    (site / file).write_text("changed")
    assert not static_files.is_collected()


def test_a_folder_that_was_cleared_is_filled_again(site, settings):
    (settings.STATIC_ROOT / static_files.NOTE).unlink()
    assert not static_files.is_collected()
