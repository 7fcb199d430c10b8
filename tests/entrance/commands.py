"""A command of `manage.py` as the host gives it, on a data folder or with what else the environment says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.server import ROOT

PATIENCE = 120.0
"""Seconds within which a command must end."""


def manage(*arguments: str | Path, data: Path, **env: str) -> tuple[int, str]:
    """Run a command: its exit code, and all that it said."""
    run = subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(data)} | env,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return run.returncode, run.stdout + run.stderr


def done(*arguments: str | Path, data: Path, **env: str) -> str:
    """Run a command that must succeed: what it said."""
    code, said = manage(*arguments, data=data, **env)
    assert code == 0, said
    return said
