"""Child processes that end together with the command that started them."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType, TracebackType
from typing import Self

from games_app.lib.shutdown import ENDS_WITH_STDIN, SHUTDOWN_GRACE

log = logging.getLogger(__name__)

POLL_SECONDS = 0.1
"""Seconds between two checks of the children."""
RESTART_SECONDS = 5.0
"""Seconds between the end of a restarted child and its next start."""
FIRST_RESTART_SECONDS = 0.2
"""The same for a vital child that has run for a while. It doubles each time that the child ends soon."""
LONGEST_RESTART_SECONDS = 10.0
"""Maximum to which it doubles."""
SOON_SECONDS = 30.0
"""Seconds after its start that count as soon. A busy machine takes a while to find a port taken."""
MOST_RESTARTS = 5
"""Number of times that a vital child is restarted although it ended soon."""


@dataclass
class Restartable:
    """A child that is restarted when it ends, while the others continue."""

    command: Sequence[str]
    vital: bool = False
    """True if the site is useless without it: it is restarted sooner, but not for ever."""
    started_at: float = field(default_factory=time.monotonic)
    """Monotonic time of its last start."""
    again_at: float | None = None
    """Monotonic time of the next start; None while it runs."""
    end_logged: bool = False
    """True once its end has been logged."""
    failures: int = 0
    """Number of consecutive times that it ended soon after its start."""

    hopeless: bool = False
    """True if it ended by itself that often. If it was killed, the next start may succeed."""

    def end(self, code: int) -> None:
        """Note that it has ended with this exit code, and when to restart it."""
        now = time.monotonic()
        self.failures = self.failures + 1 if now - self.started_at < SOON_SECONDS else 0
        self.hopeless = self.vital and self.failures > MOST_RESTARTS and code >= 0
        longer = min(FIRST_RESTART_SECONDS * 2**self.failures, LONGEST_RESTART_SECONDS)
        self.again_at = now + (longer if self.vital else RESTART_SECONDS)


class Processes:
    """A group of child processes; leaving the `with` block ends all of them.

    Children run in sessions of their own: Ctrl-C reaches only this process, which then ends them. If it is
    killed, their standard input closes, which ends those that serve: games_app/lib/shutdown.py.
    """

    def __init__(self, env: Mapping[str, str], folder: os.PathLike[str]) -> None:
        self.stopping = False
        """True once a signal has asked for the end."""
        self._env = {**env, ENDS_WITH_STDIN: "1"}
        self._folder = folder
        self._children: dict[str, subprocess.Popen[bytes]] = {}
        self._commands: dict[str, Sequence[str]] = {}
        self._restartable: dict[str, Restartable] = {}

    def __enter__(self) -> Self:
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self._on_signal)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for child in self._children.values():
            child.terminate()
        deadline = time.monotonic() + SHUTDOWN_GRACE
        for child in self._children.values():
            try:
                child.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()

    def start(self, name: str, command: Sequence[str], *, restart: bool = False) -> None:
        """Start a child, called `name` in messages. With `restart`, it is restarted when it ends."""
        if restart:
            self._restartable[name] = Restartable(command)
        self._commands[name] = command
        self._children[name] = self._launched(command)

    def keep(self, name: str) -> None:
        """Restart this child from now on when it ends, until it ends soon after each start."""
        self._restartable[name] = Restartable(self._commands[name], vital=True)

    def _launched(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            env=self._env,
            cwd=self._folder,
            stdin=subprocess.PIPE,
            start_new_session=os.name == "posix",
        )

    def finish(self) -> str | None:
        """Wait until all children have ended; return the name of one that failed, otherwise None."""
        while self._children and not self.stopping:
            for name, child in list(self._children.items()):
                code = child.poll()
                if code:
                    return name
                if code == 0:
                    del self._children[name]
            time.sleep(POLL_SECONDS)
        return None

    def ended(self) -> str | None:
        """Return the name of a child that has ended and isn't restarted, otherwise None."""
        ended = [name for name, child in self._children.items() if child.poll() is not None]
        return next((name for name in ended if name not in self._restartable), None)

    def watch(self) -> str | None:
        """Wait until a signal asks for the end, and return None, or until a child is lost.

        Then return what happened: "the web server ended".
        """
        while not self.stopping:
            if name := self.ended():
                return f"{name} ended"
            if name := self._revive():
                return f"{name} ended soon after each of {MOST_RESTARTS + 1} starts"
            time.sleep(POLL_SECONDS)
        return None

    def _revive(self) -> str | None:
        """Restart ended children, each after a pause, so that one that can't run costs little.

        Return the name of a child that is given up.
        """
        for name, child in self._restartable.items():
            code = self._children[name].poll()
            if code is None:
                continue
            if child.again_at is None:
                child.end(code)
                if child.hopeless:
                    return name
                if child.vital:
                    log.warning("%s ended; it is started again", _sentence(name))
                elif not child.end_logged:
                    log.warning("%s ended; it is started again as often as it does", _sentence(name))
                child.end_logged = True
            elif time.monotonic() >= child.again_at:
                child.again_at, child.started_at = None, time.monotonic()
                self._children[name] = self._launched(child.command)
        return None

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True


def _sentence(name: str) -> str:
    return name[:1].upper() + name[1:]
