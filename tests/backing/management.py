"""A command of `manage.py`, run as a host does, on a data folder or with another environment."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.backing.processes import run
from tests.web_server import ROOT

PATIENCE = 120.0
"""Seconds in which a command must end."""


def manage(*arguments: str | Path, data: Path, **env: str) -> tuple[int, str]:
    """Run a command; return its exit code and its output."""
    given = [sys.executable, "manage.py", *map(str, arguments)]
    env = {"PATH": os.environ["PATH"], "DATA_DIR": str(data)} | env
    return run(given, cwd=ROOT, env=env, timeout=PATIENCE)


def done(*arguments: str | Path, data: Path, **env: str) -> str:
    """Run a command that must succeed; return its output."""
    code, said = manage(*arguments, data=data, **env)
    assert code == 0, said
    return said
