"""Errors are reported to Sentry if the host wants it, without anything about visitors."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from boardgames import __version__
from tests.backing.processes import run
from tests.web_server import ROOT

DSN = "https://key@sentry.example/1"


def settings_with(dsn: str, packages: Path) -> tuple[int, str]:
    """Import the settings with the packages of this folder; return exit code and output."""
    folders = {"PYTHONPATH": str(packages), "DATA_DIR": str(packages)}
    env = {"PATH": os.environ["PATH"], "SENTRY_DSN": dsn} | folders
    command = [sys.executable, "-c", "import boardgames.settings"]
    return run(command, cwd=ROOT, env=env)


def test_the_package_is_told_to_keep_visitors_to_itself(tmp_path):
    (tmp_path / "sentry_sdk.py").write_text("def init(**options): print(sorted(options.items()))")
    told = dict(eval(settings_with(DSN, tmp_path)[1]))
    assert (told["dsn"], told["release"]) == (DSN, __version__)
    assert told["send_default_pii"] is told["include_local_variables"] is False
    assert told["max_request_body_size"] == "never"
    assert told["auto_session_tracking"] is False, "errors are sent, and no counts of visits"
