"""Preparation by manage.py before anything is installed, on a clone whose Django is a one-file stand-in."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.nightly.entrance.clones import (
    COMMANDS,
    CREATING,
    PREPARING,
    PYTHON,
    WAITING,
    bundling,
    clone,
    progress,
    start,
    wheel,
)


def test_of_two_first_starts_at_once_the_second_uses_what_the_first_has_prepared(preparations):
    runs = f"Django runs serve in {preparations.folder / '.venv'}\n"
    assert [(code, out) for code, out, _ in preparations.ran] == [(0, runs)] * 2
    preparing = CREATING + progress(1) + bundling(preparations.folder)
    assert sorted(said for _, _, said in preparations.ran if said not in ("", WAITING)) == [
        PREPARING.format("requirements.txt") + preparing
    ]


def test_each_start_installs_only_what_changed(started):
    runs = f"Django runs serve --port 1 in {started / '.venv'}\n"
    assert start(started, "serve", "--port", "1") == (0, runs, "")

    code, out, said = start(started, "test", "-k", "alice")
    assert (code, out) == (0, f"Django runs test -k alice in {started / '.venv'}\n")
    assert said == PREPARING.format("requirements-dev.txt") + progress(1) + bundling(started)

    with (started / "requirements.lock").open("a") as locked:
        locked.write(wheel(started, "tests_added", {"tests_added.py": ""}))
    preparing = PREPARING.format("requirements.txt") + progress(2, new=1) + bundling(started)
    assert start(started, "serve", "--port", "1") == (0, runs, preparing)
    assert start(started, "test", "-k", "alice") == (0, out, "")
    assert list(started.glob(".venv/lib/*/site-packages/tests_added.py"))


def test_an_environment_whose_python_is_gone_is_made_anew_with_all_that_is_needed_now(started, tmp_path):
    python = started / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(tmp_path / "of a version that was removed")
    code, out, said = start(started, "test")
    assert (code, out) == (0, f"Django runs test in {started / '.venv'}\n")
    preparing = PREPARING.format("requirements.txt and requirements-dev.txt") + CREATING
    assert said == preparing + progress(2) + bundling(started)
    for module in ("django", "tests_dev.py"):
        assert list(started.glob(f".venv/lib/*/site-packages/{module}")), module


def test_a_package_that_somebody_has_changed_is_not_installed(started):
    locked = wheel(started, "tests_added", {"tests_added.py": ""})
    wheel(started, "tests_added", {"tests_added.py": "from mallory import *"})
    (started / "requirements.lock").write_text(locked)
    code, out, said = start(started, "serve")
    assert (code, out) == (1, "")
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in said
    assert not list(started.glob(".venv/lib/*/site-packages/tests_added.py"))


def test_a_python_without_venv_names_the_package_to_install(tmp_path):
    folder = clone(tmp_path / "clone")
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.machinery as machinery\n"
        "find = machinery.PathFinder.find_spec\n"
        "machinery.PathFinder.find_spec = staticmethod(\n"
        "    lambda name, *rest: None if name == 'ensurepip' else find(name, *rest)\n"
        ")\n"
    )
    code, out, said = start(folder, "serve", PYTHONPATH=str(tmp_path))
    assert (code, out) == (1, "")
    assert "python3-venv (apt install python3-venv), then run the same command again.\n" in said


@pytest.fixture
def own_environment(tmp_path) -> Path:
    """A virtual environment of the developer's own, without pip; its Python."""
    subprocess.run([PYTHON, "-m", "venv", "--without-pip", tmp_path / "own"], check=True)
    return tmp_path / "own" / "bin" / "python"


def install(python: Path, archive: Path) -> None:
    (packages,) = python.parent.parent.glob("lib/*/site-packages")
    with zipfile.ZipFile(archive) as files:
        files.extractall(packages)


def test_an_environment_that_has_everything_is_used_as_it_is(tmp_path, own_environment):
    folder = clone(tmp_path / "clone")
    install(own_environment, folder / "tests_runtime-1-py3-none-any.whl")
    code, out, said = start(folder, "serve", python=own_environment)
    assert (code, out, said) == (0, f"Django runs serve in {tmp_path / 'own'}\n", "")
    assert not (folder / ".venv").exists()


def test_an_own_environment_that_lacks_something_is_told_what(tmp_path, own_environment):
    folder = clone(tmp_path / "clone")
    install(own_environment, folder / "tests_runtime-1-py3-none-any.whl")
    code, out, said = start(folder, "test", python=own_environment)
    assert (code, out) == (1, "")
    assert said.startswith("Your virtual environment lacks tests_development. Install what is needed with\n")
    assert "-m pip install -r requirements.lock -r requirements-dev.lock\n" in said
    for command in COMMANDS:
        assert start(folder, command, python=own_environment) == (1, "", said)
