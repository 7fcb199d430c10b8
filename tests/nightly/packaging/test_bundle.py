"""Browsers get a bundle if Node is there; otherwise, or if that fails, they get plain modules."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from boardgames import bundle
from games_app.management.commands.bundle import bring_up_to_date
from tests.web_server import ROOT, copied, prepared


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A checkout with a bundle."""
    prepared(bundled=True)
    folder = copied(tmp_path / "clone")
    shutil.copytree(bundle.FOLDER, folder / bundle.FOLDER.name)
    return folder


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """An environment with everything that the site needs, except Node."""
    own = tmp_path / "own"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", own], check=True)
    (packages,) = own.glob("lib/*/site-packages")
    (packages / "those_of_the_tests.pth").write_text(sysconfig.get_path("purelib"))
    return own / "bin" / "python"


@pytest.fixture
def collect(clone, python, tmp_path):
    """`collect()`: the output of the clone's manage.py when it collected, and the collected names."""

    def run() -> tuple[str, set[str]]:
        said = manage(clone, python, "collectstatic", "--no-input", "--verbosity", "0", data=tmp_path)
        paths = json.loads((tmp_path / "static" / "staticfiles.json").read_text())["paths"]
        return said, set(paths)

    return run


def manage(
    clone: Path, python: Path, *command: str, data: Path, path: str = "/nowhere", code: int = 0
) -> str:
    env = {"PATH": path, "DATA_DIR": str(data / "data"), "STATIC_ROOT": str(data / "static")}
    run = subprocess.run(
        [python, clone / "manage.py", *command], env=env, capture_output=True, text=True, check=False
    )
    assert run.returncode == code, run.stdout + run.stderr
    return run.stdout + run.stderr


def test_without_node_a_bundle_that_is_there_is_collected(collect):
    said, names = collect()
    assert said == ""
    assert any(name.startswith("chunks/match-page-") for name in names)
    assert "match/page.js" not in names


def test_without_node_modules_that_have_changed_are_collected_as_they_are_and_nothing_is_said(clone, collect):
    with (clone / "static" / "text.js").open("a") as module:
        module.write("// changed\n")
    said, names = collect()
    assert said == ""
    assert "match/page.js" in names
    assert not any(name.startswith("chunks/") for name in names)


def test_site_starts_unbundled_if_npm_fails(clone, python, tmp_path):
    shutil.rmtree(clone / bundle.FOLDER.name)
    for name in ("npm", "node"):
        (program := tmp_path / name).write_text("#!/bin/sh\necho 'no way to the registry' >&2\nexit 1\n")
        program.chmod(0o755)
    optional = manage(clone, python, "bundle", "--optional", data=tmp_path, path=f"{tmp_path}:/bin")
    assert "python3 manage.py bundle" in optional
    shown = manage(clone, python, "bundle", data=tmp_path, path=f"{tmp_path}:/bin", code=1)
    assert "no way to the registry" in shown


def test_a_bundle_that_one_user_makes_can_be_read_by_the_one_that_the_site_runs_as(tmp_path, monkeypatch):
    made = tmp_path / "made"
    monkeypatch.setattr(bundle, "is_current", lambda: False)
    monkeypatch.setattr(bundle, "build", made.mkdir)
    before = os.umask(0o077)
    try:
        bring_up_to_date(print, install=False)
    finally:
        os.umask(before)
    assert made.stat().st_mode & 0o777 == 0o755


def test_every_page_script_in_the_templates_is_bundled():
    prepared(bundled=True)
    scripts = json.loads((bundle.FOLDER / bundle.MANIFEST).read_text())["scripts"]
    used = {
        word.split("'")[1]
        for file in (ROOT / "templates").rglob("*.html")
        for word in file.read_text().split("{% modules ")[1:]
    }
    games = {f"games/{file.parent.name}/game.js" for file in (ROOT / "static" / "games").glob("*/game.js")}
    assert used | games == set(scripts)
