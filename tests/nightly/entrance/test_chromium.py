"""The tests choose a Chromium, and say which one."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.backing.once import RUN
from tests.browser import chromium
from tests.server import ROOT


@pytest.fixture
def path(tmp_path, monkeypatch):
    """The only folder of programs, for a user who may not install any."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    return tmp_path / "bin"


@pytest.fixture
def playwright(tmp_path):
    """Playwright with the folder of its own browsers, which is empty at first."""
    whole = tmp_path / "own" / "chromium-1255" / "chrome-linux64" / "chrome"
    return SimpleNamespace(chromium=SimpleNamespace(executable_path=str(whole)))


def program(file: Path) -> str:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("#!/bin/sh\necho Chromium 1.2.3\n")
    file.chmod(0o755)
    return str(file)


def test_a_run_uses_the_shell_of_this_machine_rather_than_the_whole_browser(path, playwright):
    whole, shell = program(path / "chromium"), program(path / "chromium-headless-shell")
    assert chromium.choose(playwright) == shell
    assert chromium.choose(playwright, whole=True) == whole


def test_where_nothing_may_be_installed_a_run_uses_the_kind_that_is_there(path, playwright):
    whole = program(path / "google-chrome")
    assert chromium.choose(playwright) == whole
    (path / "google-chrome").unlink()
    shell = program(path / "chromium-headless-shell")
    assert chromium.choose(playwright, whole=True) == shell


@pytest.mark.parametrize("arrives", [True, False])
def test_where_packages_may_be_installed_the_shell_is_and_else_the_whole_browser_serves(
    path, playwright, monkeypatch, arrives
):
    whole, shell = program(path / "chromium"), str(path / "chromium-headless-shell")
    apt = Path(program(path / "apt-get"))
    if arrives:
        apt.write_text(f'#!/bin/sh\n[ "$1" = install ] && /bin/cp {whole} {shell}\n')
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: {"ID": "debian"})
    assert chromium.choose(playwright) == (shell if arrives else whole)


def test_a_run_uses_the_shell_that_playwright_has_downloaded(path, playwright, tmp_path):
    whole = program(Path(playwright.chromium.executable_path))
    assert chromium.choose(playwright) == whole
    builds = tmp_path / "own" / "chromium_headless_shell-1255"
    shell = program(builds / "chrome-headless-shell-linux64" / "chrome-headless-shell")
    assert chromium.choose(playwright) == shell
    assert chromium.choose(playwright, whole=True) == whole


def test_a_run_uses_what_the_environment_names_and_refuses_what_is_no_program(path, playwright, monkeypatch):
    program(path / "chromium-headless-shell")
    named = program(path / "another")
    monkeypatch.setenv("CHROMIUM", named)
    assert chromium.choose(playwright) == chromium.choose(playwright, whole=True) == named
    Path(named).unlink()
    with pytest.raises(AssertionError, match=r"CHROMIUM names .*another, which is not a program file"):
        chromium.choose(playwright)


@pytest.mark.slow
def test_a_run_with_browser_tests_says_first_which_browser_it_uses(tmp_path):
    module = tmp_path / "tests" / "journeys" / "test_one.py"
    named = program(tmp_path / "chromium")
    own = tmp_path / "run"
    own.mkdir()
    module.parent.mkdir(parents=True)
    module.write_text("def test_one(): pass\n")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "tests.browser.announcement", "--rootdir", ".", module],
        cwd=tmp_path,
        # This needs a separate run: the present one has already chosen its browser.
        env=os.environ | {"CHROMIUM": named, "PYTHONPATH": str(ROOT), RUN: str(own)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout.startswith(f"Browser: {named} (Chromium 1.2.3)\n."), run.stdout + run.stderr
