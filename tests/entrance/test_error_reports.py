"""Errors are reported to Sentry where the host wants it, and nothing about visitors is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from boardgames import __version__
from tests.server import ROOT

DSN = "https://key@sentry.example/1"


def settings_with(dsn: str, packages: Path) -> subprocess.CompletedProcess[str]:
    """Import the settings where the packages of this folder can be imported too."""
    folders = {"PYTHONPATH": str(packages), "DATA_DIR": str(packages)}
    env = {"PATH": os.environ["PATH"], "SENTRY_DSN": dsn} | folders
    command = [sys.executable, "-c", "import boardgames.settings"]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_without_its_package_the_start_ends_with_a_sentence(tmp_path):
    (tmp_path / "sentry_sdk.py").write_text("raise ImportError")
    run = settings_with(DSN, tmp_path)
    assert run.returncode != 0
    assert run.stderr.splitlines()[-1].endswith(
        "SENTRY_DSN needs a package more: `python -m pip install sentry-sdk` in the site's environment"
    )


def test_without_an_address_nothing_is_imported(tmp_path):
    (tmp_path / "sentry_sdk.py").write_text("raise ImportError")
    assert settings_with("", tmp_path).returncode == 0


def test_the_package_is_told_to_keep_visitors_to_itself(tmp_path):
    (tmp_path / "sentry_sdk.py").write_text("def init(**options): print(sorted(options.items()))")
    told = dict(eval(settings_with(DSN, tmp_path).stdout))
    assert (told["dsn"], told["release"]) == (DSN, __version__)
    assert told["send_default_pii"] is told["include_local_variables"] is False
    assert told["max_request_body_size"] == "never"
