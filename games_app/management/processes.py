"""Child processes that end together with the command that started them."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import FrameType, TracebackType
from typing import Self

from games_app.lib.shutdown import ENDS_WITH_STDIN, GRACE

log = logging.getLogger(__name__)

POLL_SECONDS = 0.1
"""Seconds between two checks of the children."""
RESTART_SECONDS = 5.0
"""Seconds between the end of a restarted child and its next start."""


@dataclass
class Restartable:
    """A child that is started again when it ends, while the others go on."""

    command: Sequence[str]
    again_at: float | None = None
    """Time of the next start, by the monotonic clock; None while it runs."""
    end_logged: bool = False
    """True once its end has been logged."""


class Processes:
    """A group of child processes; leaving the `with` block ends all of them.

    Children run in sessions of their own: Ctrl-C reaches this process alone, which then ends them. If it is
    killed, their standard input closes, which ends those that serve: games_app/lib/shutdown.py.
    """

    def __init__(self, env: Mapping[str, str], folder: os.PathLike[str]) -> None:
        self.stopping = False
        """True once a signal has asked for the end."""
        self._env = {**env, ENDS_WITH_STDIN: "1"}
        self._folder = folder
        self._children: dict[str, subprocess.Popen[bytes]] = {}
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
        deadline = time.monotonic() + GRACE
        for child in self._children.values():
            try:
                child.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()

    def start(self, name: str, command: Sequence[str], *, restart: bool = False) -> None:
        """Start a child, called `name` in messages. With `restart`, it is started again when it ends."""
        if restart:
            self._restartable[name] = Restartable(command)
        self._children[name] = self._launched(command)

    def _launched(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            env=self._env,
            cwd=self._folder,
            stdin=subprocess.PIPE,
            start_new_session=os.name == "posix",
        )

    def finish(self) -> str | None:
        """Wait until all children have ended; return the name of one that failed, else None."""
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
        """Return the name of a child that has ended and isn't restarted, else None."""
        ended = [name for name, child in self._children.items() if child.poll() is not None]
        return next((name for name in ended if name not in self._restartable), None)

    def watch(self) -> str | None:
        """Wait until a signal asks for the end (return None) or a child ends (return its name)."""
        while not self.stopping:
            if name := self.ended():
                return name
            self._revive()
            time.sleep(POLL_SECONDS)
        return None

    def _revive(self) -> None:
        """Start ended children again, each after a pause, so that one that can't run costs little."""
        for name, child in self._restartable.items():
            if self._children[name].poll() is None:
                continue
            if child.again_at is None:
                child.again_at = time.monotonic() + RESTART_SECONDS
                if not child.end_logged:
                    log.warning("%s ended; it is started again as often as it does", _sentence(name))
                child.end_logged = True
            elif time.monotonic() >= child.again_at:
                child.again_at = None
                self._children[name] = self._launched(child.command)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True


def _sentence(name: str) -> str:
    return name[:1].upper() + name[1:]
