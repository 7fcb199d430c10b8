"""A command of `manage.py` as the host gives it, on a data folder or with what else the environment says."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.backing.processes import run
from tests.server import ROOT

PATIENCE = 120.0
"""Seconds within which a command must end."""


def manage(*arguments: str | Path, data: Path, **env: str) -> tuple[int, str]:
    """Run a command: its exit code, and all that it said."""
    given = [sys.executable, "manage.py", *map(str, arguments)]
    env = {"PATH": os.environ["PATH"], "DATA_DIR": str(data)} | env
    return run(given, cwd=ROOT, env=env, timeout=PATIENCE)


def done(*arguments: str | Path, data: Path, **env: str) -> str:
    """Run a command that must succeed: what it said."""
    code, said = manage(*arguments, data=data, **env)
    assert code == 0, said
    return said
