"""`manage.py serve` as a person starts it: its own process, its own data, and its output."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.backing.processes import USUAL_MASK
from tests.web_server import DATABASE, ENGINES, ROOT, prepared

PATIENCE = 60.0
"""Seconds for a start or an end."""
SOON = 20.0
"""Seconds in which a killed process must be gone."""


@dataclass
class Serving:
    process: subprocess.Popen[str]
    line: str
    """Output when it was ready."""
    url: str
    before: list[str] = field(default_factory=list)
    """Output before that."""

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Send the signal and wait; return the exit code, and the output since the start."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out + err


def command(data: Path, *arguments: str) -> list[str]:
    return [sys.executable, "manage.py", "serve", "--data", str(data), *arguments]


def environment(folder: Path) -> dict[str, str]:
    """Return an empty environment, except for the folder into which static files are collected."""
    return {"PATH": os.environ["PATH"], "STATIC_ROOT": str(folder / "static"), "PYTHONUNBUFFERED": "1"}


def ready(folder: Path) -> dict[str, str]:
    """Return the same with everything prepared: the data folder, and static files that all share.

    Most of a start is that of its processes, so it has no workers for the engine.
    """
    _, static, empty_record = prepared(bundled=True)
    (folder / "data").mkdir(mode=0o700)
    for name in (DATABASE, ENGINES):
        shutil.copy(empty_record.with_name(name), folder / "data" / name)
    return environment(folder) | {"STATIC_ROOT": str(static), "ENGINE_WORKERS": "0"}


@contextlib.contextmanager
def serving(command: Sequence[str], env: dict[str, str]) -> Iterator[Serving]:
    """Start the command and wait for the line with the site's address."""
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=env,
        umask=USUAL_MASK,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        *before, line = _until_ready(iter(process.stdout.readline, "")) or [""]
        found = re.search(r"Open (http://\S+?)/", line)
        assert found, f"it said {line!r} and {process.communicate(timeout=PATIENCE)}"
        yield Serving(process, line, found[1], before)
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=PATIENCE)


def _until_ready(lines: Iterator[str]) -> list[str]:
    """Return the lines up to the one with the site's address, or all if there is none."""
    said = []
    for line in lines:
        said.append(line)
        if line.startswith("Open "):
            break
    return said


def status(url: str, host: str) -> int:
    """Return the server's answer to a request for that host name."""
    try:
        with urllib.request.urlopen(
            urllib.request.Request(url, headers={"Host": host}), timeout=PATIENCE
        ) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def cmdline(pid: int) -> bytes:
    """Return the command line of a process; empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def gone(pid: int) -> bool:
    """Return whether the process ends soon, if it has not ended yet."""
    until = time.monotonic() + SOON
    while Path(f"/proc/{pid}").exists():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True
