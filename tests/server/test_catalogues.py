"""Changed catalogues are compiled once, by the first process that starts, and where it can write."""

from __future__ import annotations

import gettext
import os
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings

from boardgames import catalogue_compiler, catalogues

MO = "locale/es/LC_MESSAGES/django.mo"
SCRIPT = "static/catalogues/es.js"


@pytest.fixture
def spanish(tmp_path, monkeypatch):
    """Return the Spanish catalogue of the pages, in a copy that a test can change."""
    shutil.copytree(catalogues.SOURCES / "es", tmp_path / "locale" / "es")
    monkeypatch.setattr(catalogues, "SOURCES", tmp_path / "locale")
    return catalogue_compiler.po_file("es", catalogue_compiler.SERVER)


@pytest.fixture
def compilations(monkeypatch):
    """Return a list with an item for each compilation."""
    done = []
    original = catalogue_compiler.compiled
    monkeypatch.setattr(catalogue_compiler, "compiled", lambda: done.append(1) or original())
    return done


def spanish_home(folder):
    with (folder / MO).open("rb") as file:
        return gettext.GNUTranslations(file).gettext("Home")


def test_changed_catalogue_is_compiled_again_and_an_unchanged_one_is_not(spanish, compilations, tmp_path):
    folder = tmp_path / "compiled"
    for _ in range(2):
        catalogues.prepare(folder)
    before = spanish_home(folder)
    assert (len(compilations), before) == (1, "Portada")
    text = spanish.read_text("utf-8")
    spanish.write_text(text.replace(f'msgstr "{before}"', 'msgstr "Inicio"'), "utf-8")
    catalogues.prepare(folder)
    assert (len(compilations), spanish_home(folder)) == (2, "Inicio")


@pytest.mark.usefixtures("spanish")
def test_processes_that_start_at_once_compile_once_and_all_find_complete_files(compilations, tmp_path):
    folder = tmp_path / "compiled"

    def started(_):
        catalogues.prepare(folder)
        return (folder / MO).stat().st_size, (folder / SCRIPT).stat().st_size

    with ThreadPoolExecutor(4) as pool:
        sizes = set(pool.map(started, range(4)))
    assert (len(compilations), len(sizes)) == (1, 1)
    assert {file.name for file in folder.iterdir()} == {"locale", "static", catalogues.STAMP}


def test_read_only_checkout_has_its_catalogues_among_the_data_unless_they_are_current(tmp_path, monkeypatch):
    checkout, data = tmp_path / "checkout", tmp_path / "data"
    checkout.mkdir()
    own = checkout / ".catalogues"
    assert catalogues.compiled_folder(checkout, data) == own
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert catalogues.compiled_folder(checkout, data) == data / "catalogues"
    catalogues.prepare(own)
    assert catalogues.compiled_folder(checkout, data) == own


def test_folder_that_cannot_be_written_leaves_the_site_in_english(tmp_path, capsys):
    (tmp_path / "compiled").write_text("in the way")
    catalogues.prepare(tmp_path / "compiled")
    assert capsys.readouterr().err.startswith("The translations can't be compiled, so pages are in English: ")


def test_this_run_has_compiled_catalogues():
    assert catalogues.is_current(settings.COMPILED_CATALOGUES)
