"""Requirements resolved by uv, which knows other systems than this one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from django.core.management.base import CommandError


def resolve(
    requirements: Path, *options: str, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `uv pip compile`; the resolved requirements are its output, and why there are none its errors."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-header", *options]
    try:
        run = subprocess.run(
            [*command, str(requirements)], env=env, capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise CommandError(f"uv cannot be started: {error}") from error
    if "No module named uv" in run.stderr:
        raise CommandError("This needs uv: pip install -r requirements-dev.lock")
    return run
