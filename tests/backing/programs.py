"""Server programs for tests: Debian's packages, installed if they are missing, on free ports."""

from __future__ import annotations

import contextlib
import functools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.backing.once import alone

PACKAGES = ("postgresql", "redis-server")
"""Packages that most tests of servers need; the others are installed one by one."""
POLICY = Path("/usr/sbin/policy-rc.d")
USERS = ("postgres", "nobody")
"""Users for a server that refuses to run as root: the first of these that exists."""
HOW_TO_GET_THEM = (
    "The tests need server programs such as PostgreSQL 15+ and Redis 7+. As root on Debian or Ubuntu they "
    "install them themselves; here do it once: apt-get install"
)


class Missing(Exception):
    """Raised if a program that the tests need is missing; the text says what to do."""


@functools.cache
def program(name: str, packages: tuple[str, ...] = PACKAGES) -> str:
    """Return the path of a program; install its packages if needed. Raises Missing."""
    found = _found(name)
    if found is None:
        with alone():
            if _found(name) is None:
                _install(packages)
        found = _found(name)
    if found is None:
        raise Missing(f"There is no program {name}. {HOW_TO_GET_THEM} {' '.join(packages)}")
    return found


def _found(name: str) -> str | None:
    if on_path := shutil.which(name) or shutil.which(name, path="/usr/sbin"):
        return on_path
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    return str(debian[-1]) if debian else None


def _install(packages: tuple[str, ...]) -> None:
    how = f"{HOW_TO_GET_THEM} {' '.join(packages)}"
    if os.getuid() != 0 or not shutil.which("apt-get"):
        raise Missing(how)
    with _servers_not_started():
        for step in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
            run = subprocess.run(
                ["apt-get", "-qq", *step],
                env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
                capture_output=True,
                text=True,
                check=False,
            )
            if run.returncode:
                raise Missing(f"{how}\napt-get {step[0]} said: {run.stdout}{run.stderr}")


@contextlib.contextmanager
def _servers_not_started() -> Iterator[None]:
    """Keep Debian from starting a server with its package: the tests start their own."""
    if POLICY.exists():
        yield
        return
    POLICY.write_text("#!/bin/sh\nexit 101\n")
    POLICY.chmod(0o755)
    try:
        yield
    finally:
        POLICY.unlink()


def tied(command: Sequence[str], user: pwd.struct_passwd | None = None) -> list[str]:
    """Return the command so that it ends with this process, even a killed one; run as `user`, if given."""
    rights = [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"] if user else []
    return ["setpriv", "--pdeathsig=INT", *rights, "--", *command]


def stand_in() -> pwd.struct_passwd | None:
    """Return the user to run as; None if this process is not root and may run everything itself."""
    if os.getuid() != 0:
        return None
    known = {user.pw_name: user for user in pwd.getpwall()}
    return next(known[name] for name in USERS if name in known)


def free_port(owner: object = None) -> int:
    """Return a port that nobody else gets while ``owner`` lives, or this process, if there is none.

    A socket holds it that is bound and does not listen: a server that sets SO_REUSEADDR can listen on it, as
    often as it is restarted, and the system gives it to no other socket.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    weakref.finalize(free_port if owner is None else owner, held.close)
    return int(held.getsockname()[1])


class Program:
    """A server program that a test can start, stop and pause as often as it likes, always at one port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port(self)
        self.log = folder / f"{type(self).__name__.lower()}.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def processes(self) -> list[int]:
        """Return the numbers of its own process and its children. Linux only."""
        if not (self._process and self.running):
            return []
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid, *map(int, children)]

    def launch(self, command: Sequence[str], user: pwd.struct_passwd | None = None) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                tied(command, user),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def end(self, number: int = signal.SIGINT) -> None:
        """Send the signal and wait for the end."""
        if self._process and self.running:
            self._process.send_signal(signal.SIGCONT)
            self._process.send_signal(number)
            self._process.wait(30)

    def pause(self) -> None:
        """Pause it: it holds its port but does nothing, like a machine that swaps."""
        if self._process:
            self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        if self._process:
            self._process.send_signal(signal.SIGCONT)

    def last_words(self) -> str:
        return self.log.read_text(errors="replace")[-3000:] if self.log.exists() else ""
