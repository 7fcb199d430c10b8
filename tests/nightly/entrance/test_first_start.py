"""Obstacles to a start that must install: an old Python, no network, another start."""

from __future__ import annotations

import os
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from boardgames.installation import NO_NETWORK
from tests.nightly.entrance.clones import (
    PREPARING,
    PYTHON,
    clone,
    start,
)
from tests.web_server import ROOT

PATIENCE = 120.0
"""Seconds in which a start must end."""


@contextmanager
def starting(folder: Path, **env: str) -> Iterator[subprocess.Popen[str]]:
    """A start that is under way; it is ended with the test."""
    process = subprocess.Popen(
        [PYTHON, folder / "manage.py", "serve"],
        env={"PATH": os.environ["PATH"], **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 10, 13)])
def test_an_old_python_is_told_which_one_to_use(monkeypatch, version):
    monkeypatch.setattr(sys, "version_info", version)
    monkeypatch.setattr(sys, "version", f"{'.'.join(map(str, version))} (default)")
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / "manage.py"), run_name="__main__")
    assert ended.value.code == f"This is Python {'.'.join(map(str, version))}; use Python 3.11 or newer."


def test_without_a_network_a_sentence_says_so_instead_of_what_pip_tries(started):
    (started / "requirements.lock").write_text(f"tests_absent==1 --hash=sha256:{64 * '0'}\n")
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        index = f"http://127.0.0.1:{nobody.getsockname()[1]}/simple"
        code, out, said = start(started, "serve", PIP_INDEX_URL=index, PIP_CONFIG_FILE=os.devnull)
    assert (code, out) == (1, "")
    assert said == f"{PREPARING.format('requirements.txt')}{NO_NETWORK}\n"


def test_read_only_folder_is_refused_with_the_ways_out(tmp_path):
    folder = clone(tmp_path / "clone")
    (folder / ".venv").write_text("in the way, as a folder of another user would be")
    code, out, said = start(folder, "serve")
    assert (code, out) == (1, "")
    assert f"{folder / '.venv'} cannot be written: " in said
    assert f"Copy {folder} to a folder of your own and start it there, or " in said
    assert f"-m pip install -r {folder / 'requirements.lock'}\n" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        (signal.SIGINT, 1, "\nStopped. The next start goes on from here.\n"),
        (signal.SIGTERM, 128 + signal.SIGTERM, ""),
        (signal.SIGHUP, 128 + signal.SIGHUP, ""),
        (signal.SIGKILL, -signal.SIGKILL, ""),
    ],
)
def test_a_start_that_is_ended_amid_the_installation_ends_what_it_has_begun(started, number, code, said):
    with socket.create_server(("127.0.0.1", 0)) as slow:
        package = f"http://127.0.0.1:{slow.getsockname()[1]}/tests_slow-1-py3-none-any.whl"
        (started / "requirements.lock").write_text(f"tests_slow @ {package} --hash=sha256:{64 * '0'}\n")
        with starting(started, PIP_CONFIG_FILE=os.devnull, PIP_DEFAULT_TIMEOUT="3600") as first:
            slow.settimeout(PATIENCE)
            pip, _ = slow.accept()
            # pip's output may be read after it has connected.
            assert first.stderr.readline() == PREPARING.format("requirements.txt")
            assert first.stderr.readline() == "Fetching packages: 1 of 1\n"
            first.send_signal(number)
            out, err = first.communicate(timeout=PATIENCE)
            pip.settimeout(PATIENCE)
            while pip.recv(4096):
                pass  # until the process that it asked for is gone
            pip.close()
    assert (first.returncode, out, err) == (code, "", said)
