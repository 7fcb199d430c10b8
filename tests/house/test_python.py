"""The Python code keeps its style and its types."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.conf import settings


@pytest.mark.parametrize(
    "check",
    [["ruff", "check", "--no-fix"], ["ruff", "format", "--check"], ["mypy"]],
    ids=["ruff", "ruff format", "mypy"],
)
def test_is_clean(check):
    run = subprocess.run(
        [sys.executable, "-m", *check], cwd=settings.BASE_DIR, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
