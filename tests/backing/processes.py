"""Processes of the site in tests, forked from one that has already imported other people's libraries.

Starting Python and importing them is most of the cost of a server's start, and the tests start hundreds. The
site's own modules besides rules and engine, its settings and its environment are new in each. The children of
`manage.py serve` are not forked.
"""

from __future__ import annotations

import atexit
import ctypes
import faulthandler
import multiprocessing
import os
import resource
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing import forkserver, resource_tracker
from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.db import connections

from tests.backing.once import RUN
from tests.backing.programs import tied

LISTENER = 99
"""Number of a listening socket in a forked process that gets one."""
USUAL_MASK = 0o022
PR_SET_PDEATHSIG = 1
"""Number of an operation of Linux: see prctl(2)."""
ROOT = Path(__file__).resolve().parent.parent.parent

forks = multiprocessing.get_context("forkserver")
forks.set_forkserver_preload(["tests.backing.libraries"])


class Process(Protocol):
    """The part of `subprocess.Popen` that tests need."""

    pid: int

    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, sig: int) -> None: ...
    def terminate(self) -> None: ...
    def kill(self) -> None: ...


def begin(
    command: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    output: Path,
    listener: socket.socket | None = None,
) -> Process:
    """Start a command; its output is appended to a file.

    A listening socket is `LISTENER` in it if it is forked; otherwise it keeps its number.
    """
    if is_forked(command[0], env):
        return Forked(command[1:], cwd, env, output, listener)
    with output.open("ab") as said:
        return subprocess.Popen(
            tied(command),
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            pass_fds=[listener.fileno()] if listener else [],
        )


def begin_listening(
    command: Callable[[int], Sequence[str]],
    listener: socket.socket,
    *,
    cwd: Path,
    env: Mapping[str, str],
    output: Path,
) -> Process:
    """Start a command that gets a listening socket, and is made with the number that this has there."""
    forked = is_forked(command(LISTENER)[0], env)
    told = command(LISTENER if forked else listener.fileno())
    return begin(told, cwd=cwd, env=env, output=output, listener=listener)


def is_forked(python: str, env: Mapping[str, str]) -> bool:
    """Return whether a command of this program is forked: in a test run, if it uses this very Python.

    Measured processes of benchmarks are not, nor those with modules of their own.
    """
    return python == sys.executable and RUN in os.environ and "PYTHONPATH" not in env


def run(
    command: Sequence[str], *, cwd: Path, env: Mapping[str, str], timeout: float | None = None
) -> tuple[int, str]:
    """Run a command to its end; return its exit code and its output."""
    with tempfile.NamedTemporaryFile() as said:
        process = begin(command, cwd=cwd, env=env, output=Path(said.name))
        try:
            return process.wait(timeout), said.read().decode()
        finally:
            process.kill()


class Forked:
    """A forked process of that kind."""

    def __init__(
        self,
        command: Sequence[str],
        cwd: Path,
        env: Mapping[str, str],
        output: Path,
        listener: socket.socket | None,
    ) -> None:
        files = resource.getrlimit(resource.RLIMIT_NOFILE)
        told = (list(command), str(cwd), dict(env), str(output), listener, files)
        self._process = forks.Process(target=become, args=told)
        self._process.start()
        self.pid: int = self._process.pid or 0
        atexit.register(self.kill)

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired(str(self._process), timeout or 0)
        atexit.unregister(self.kill)
        return code

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, sig)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def become(
    command: list[str],
    cwd: str,
    env: dict[str, str],
    output: str,
    listener: socket.socket | None,
    files: tuple[int, int],
) -> None:
    """Continue as this command would, if it had been started in this folder with this environment.

    It may have as many files open as its caller wants.
    """
    end_with_the_run()
    resource.setrlimit(resource.RLIMIT_NOFILE, files)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    with open(os.devnull, "rb") as nothing, open(output, "ab") as said:
        os.dup2(nothing.fileno(), 0)
        for number in (1, 2):
            os.dup2(said.fileno(), number)
    if listener:
        os.dup2(listener.detach(), LISTENER)
    if "PYTHONFAULTHANDLER" in env:
        faulthandler.enable()
    sys.dont_write_bytecode = "PYTHONDONTWRITEBYTECODE" in env
    os.umask(USUAL_MASK)
    if Path(cwd) != ROOT:
        forget_the_site()
    sys.path[:] = [cwd, *(folder for folder in sys.path if folder not in ("", cwd, str(ROOT)))]
    sys.argv = command
    try:
        match command:
            case ["-m", module, *_]:
                sys.argv = command[1:]
                runpy.run_module(module, run_name="__main__", alter_sys=True)
            case ["-c", program, *_]:
                sys.argv = ["-c", *command[2:]]
                exec(program, {"__name__": "__main__"})
            case [file, *_]:
                runpy.run_path(file, run_name="__main__")
    finally:
        # Forks of multiprocessing skip this; SQLite's file is complete once its last connection is closed.
        atexit._run_exitfuncs()
        if settings.configured:
            connections.close_all()


def end_with_the_run() -> None:
    """Let the system kill this process when the process that it was forked from ends.

    That one runs for as long as anybody holds the other end of a pipe, which this process has inherited.
    """
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    parent, tracker = forkserver._forkserver, resource_tracker._resource_tracker
    os.close(parent._forkserver_alive_fd)
    os.close(tracker._fd)
    parent._forkserver_alive_fd = tracker._fd = None


def forget_the_site() -> None:
    """Drop the modules of this checkout: the process continues in another one, which has its own."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "games_app"]:
        del sys.modules[name]
