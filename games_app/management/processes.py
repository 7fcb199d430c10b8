"""Child processes that live and end together with the command that started them."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from types import FrameType, TracebackType
from typing import Self

GRACE = 10.0
"""Seconds that the children have to end by themselves before they are killed."""

LOOK = 0.1
"""Seconds between two looks at the children."""


class Processes:
    """A group of child processes; leaving the `with` block ends all of them.

    Children sit in sessions of their own: Ctrl-C reaches this process alone, which then ends them.
    """

    def __init__(self, env: Mapping[str, str], folder: os.PathLike[str]) -> None:
        self.stopping = False
        """Whether a signal has asked for the end."""
        self._env = dict(env)
        self._folder = folder
        self._children: dict[str, subprocess.Popen[bytes]] = {}
        self._spare: set[str] = set()

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
        """Start a child; `name` tells people which one it is. The others go on when a spare one ends."""
        if spare:
            self._spare.add(name)
        self._children[name] = subprocess.Popen(
            command,
            env=self._env,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
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
            time.sleep(LOOK)
        return None

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True
