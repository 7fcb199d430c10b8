"""``manage.py rules`` in a terminal of its own."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def start(*given: str, stdin: int = subprocess.PIPE) -> subprocess.Popen[str]:
    """Start the command in a process of its own, for a terminal and signals."""
    command = [sys.executable, "manage.py", "rules", *given]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    )


def test_an_opening_choice_is_not_echoed_to_the_terminal() -> None:
    terminal, keyboard = pty.openpty()
    process = start("congkak", "--play", stdin=keyboard)
    os.close(keyboard)
    assert process.stdout is not None
    shown = ""
    while not shown.endswith("south> "):
        shown += process.stdout.read(1)
    os.write(terminal, b"3\n")
    while not shown.endswith("south: chosen"):
        shown += process.stdout.read(1)
    readable, _, _ = select.select([terminal], [], [], 0)
    echoed = os.read(terminal, 100).decode() if readable else ""
    process.kill()
    process.wait()
    os.close(terminal)
    assert "3" not in echoed


def test_control_c_ends_it_in_good_order() -> None:
    process = start("morris", "--play")
    assert process.stdout is not None
    shown = ""
    while not shown.endswith("white> "):
        shown += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=120)
    assert rest == "\nEnded.\n"
    assert process.returncode == 0
