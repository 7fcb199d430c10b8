"""Child processes that live and end together with the command that started them."""

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

LOOK = 0.1
"""Seconds between two looks at the children."""
PAUSE = 5.0
"""Seconds between the end of a spare child and its next start."""


@dataclass
class Spare:
    """A child without which the others go on, until it is started again."""

    command: Sequence[str]
    again_at: float | None = None
    """When, by the monotonic clock; None while it runs."""
    failed: bool = False
    """Has it been said that it ended?"""


class Processes:
    """A group of child processes; leaving the `with` block ends all of them.

    Children sit in sessions of their own: Ctrl-C reaches this process alone, which then ends them. If it is
    killed hard, their standard input is closed, by which those that serve know: boardgames/ending.py.
    """

    def __init__(self, env: Mapping[str, str], folder: os.PathLike[str]) -> None:
        self.stopping = False
        """Whether a signal has asked for the end."""
        self._env = {**env, ENDS_WITH_STDIN: "1"}
        self._folder = folder
        self._children: dict[str, subprocess.Popen[bytes]] = {}
        self._spare: dict[str, Spare] = {}

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

    def start(self, name: str, command: Sequence[str], *, spare: bool = False) -> None:
        """Start a child; `name` tells people which one it is. A spare one that ends is started again."""
        if spare:
            self._spare[name] = Spare(command)
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
        """Wait until all children have done their work; the name of one that failed, else None."""
        while self._children and not self.stopping:
            for name, child in list(self._children.items()):
                code = child.poll()
                if code:
                    return name
                if code == 0:
                    del self._children[name]
            time.sleep(LOOK)
        return None

    def ended(self) -> str | None:
        """The name of a child that has ended, which one that serves never does unasked."""
        ended = [name for name, child in self._children.items() if child.poll() is not None]
        return next((name for name in ended if name not in self._spare), None)

    def watch(self) -> str | None:
        """Wait until a signal asks for the end (None) or a child ends unasked (its name)."""
        while not self.stopping:
            if name := self.ended():
                return name
            self._revive()
            time.sleep(LOOK)
        return None

    def _revive(self) -> None:
        """Start spare children again, each a while after its end: one that can't run costs little."""
        for name, spare in self._spare.items():
            if self._children[name].poll() is None:
                continue
            if spare.again_at is None:
                spare.again_at = time.monotonic() + PAUSE
                if not spare.failed:
                    log.warning("%s ended; it is started again as often as it does", _sentence(name))
                spare.failed = True
            elif time.monotonic() >= spare.again_at:
                spare.again_at = None
                self._children[name] = self._launched(spare.command)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True


def _sentence(name: str) -> str:
    return name[:1].upper() + name[1:]
