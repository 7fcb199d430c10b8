"""Installation of packages in a virtual environment, with plain lines of progress. Standard library only.

Each step runs in its own process group: when this process ends, the whole step ends.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib import util
from pathlib import Path
from types import FrameType
from typing import NoReturn

EVERY = 10
"""Number of packages between two lines of progress."""
PR_SET_PDEATHSIG = 1
"""Option of prctl: the signal that a process gets when its parent ends."""
LAST_WORDS = 5.0
"""Seconds that an interrupted step has to clean up."""
RETRIES = 2
"""Number of pip's retries at an index that does not answer."""
UNREACHABLE = re.compile(
    r"connection broken by '(NewConnection|ConnectTimeout|NameResolution|ReadTimeout|Proxy)\w*"
)
LOCKED = re.compile(r"^(\w[^\\\n]*)", re.MULTILINE)
"""A package in a lock file, without its hashes."""
NO_NETWORK = (
    "The packages cannot be downloaded, since no package index answers. Connect this machine to the network, "
    "then run the same command again. docs/deployment.md says how to install without a network."
)
NO_VENV = (
    "This Python cannot make virtual environments. On Debian and Ubuntu install the package\n"
    "python3-venv (apt install python3-venv), then run the same command again."
)
FAILED = "The environment could not be prepared; see above. Then run the same command again."


def create(venv: Path) -> None:
    """Make an empty virtual environment, replacing what is there."""
    if util.find_spec("ensurepip") is None:
        sys.exit(NO_VENV)
    # Use the base Python: this one may be inside the very folder that is cleared.
    base = getattr(sys, "_base_executable", sys.executable)
    text, code = output([base, "-m", "venv", "--clear", str(venv)], lambda _: None)
    if code:
        sys.exit(f"{text}{FAILED}")


def install(python: Path, locks: list[Path], say: Callable[[str], None]) -> None:
    """Install exactly the packages of the lock files."""
    options = f"--no-input --disable-pip-version-check --progress-bar off --retries {RETRIES}".split()
    files = [part for lock in locks for part in ("-r", str(lock))]
    command = [str(python), "-m", "pip", "install", "--require-hashes", *options, *files]
    text, code = output(command, Progress(locks, say).read)
    if code and UNREACHABLE.search(text):
        sys.exit(NO_NETWORK)
    if code:
        sys.exit(f"{text}{FAILED}")


def check_writable(venv: Path, locks: list[Path]) -> None:
    """Exit with advice if nothing can be installed, as in a folder of another user."""
    try:
        venv.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=venv):
            pass
    except OSError as error:
        files = " ".join(f"-r {lock}" for lock in locks)
        sys.exit(
            f"{venv} cannot be written: {error.strerror}. Copy {venv.parent} to a folder of your own and "
            "start it there, or make an environment elsewhere with\n"
            "  python3 -m venv ~/boardgames-venv\n"
            f"  ~/boardgames-venv/bin/python -m pip install {files}\n"
            "and run the same command with ~/boardgames-venv/bin/python instead of python3."
        )


class Progress:
    """Lines about pip's progress, made from its output."""

    def __init__(self, locks: list[Path], say: Callable[[str], None]) -> None:
        self._say = say
        self._wanted = {line.strip() for lock in locks for line in LOCKED.findall(lock.read_text("utf-8"))}
        self._ignored: set[str] = set()
        self._found: set[str] = set()

    def read(self, line: str) -> None:
        if line.startswith("Ignoring "):  # a package for other systems
            self._ignored.add(line)
        elif line.startswith(("Collecting ", "Processing ", "Requirement already satisfied: ")):
            self._count(line.partition(" (from ")[0])
        elif line.startswith("Installing collected packages: "):
            self._say(f"Installing {line.count(',') + 1} of them ...")

    def _count(self, package: str) -> None:
        if package in self._found:
            return
        self._found.add(package)
        done, total = len(self._found), len(self._wanted) - len(self._ignored)
        if done == total or (done < total and done % EVERY == 0):
            self._say(f"Fetching packages: {done} of {total}")


def output(command: list[str], read: Callable[[str], None]) -> tuple[str, int]:
    """Run a step and pass on each line of its output; return the whole output and the exit code."""
    lines = []
    env = os.environ | {"PYTHONUNBUFFERED": "1"}
    with running(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env) as step:
        for line in step.stdout or ():
            lines.append(line)
            read(line)
    return "".join(lines), step.returncode


def show(command: list[str]) -> None:
    """Run a step whose output people see; ignore its exit code."""
    with running(command, stdout=sys.stderr.fileno()) as step:
        step.wait()


@contextlib.contextmanager
def running(
    command: list[str], *, stdout: int, stderr: int | None = None, env: dict[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        env=env,
        text=True,
        errors="replace",
        start_new_session=True,
        preexec_fn=interrupted_with_parent(),
    ) as step:
        try:
            yield step
        except BaseException:
            end(step)
            raise


def interrupted_with_parent() -> Callable[[], object] | None:
    """Return what a new process calls to be interrupted when this one is killed. Linux alone has it."""
    if sys.platform != "linux":
        return None
    try:
        import ctypes  # noqa: PLC0415  (not every Python was built with it)
    except ImportError:
        return None
    return partial(ctypes.CDLL(None).prctl, PR_SET_PDEATHSIG, signal.SIGINT)


def end(step: subprocess.Popen[str]) -> None:
    """End a step and everything that it has started."""
    if os.name == "nt":
        step.kill()
        return
    with contextlib.suppress(ProcessLookupError):
        try:
            os.killpg(step.pid, signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                step.wait(LAST_WORDS)
        finally:
            os.killpg(step.pid, signal.SIGKILL)


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Leave the block, and so end its steps, if this process is told to end or its terminal is closed."""
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    ours = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    for number in ours:
        signal.signal(number, _leave)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _leave(number: int, _: FrameType | None) -> NoReturn:
    sys.exit(128 + number)
