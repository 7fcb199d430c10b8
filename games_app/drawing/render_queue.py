"""Where pictures are painted: in a process of its own, by one at a time, with few who wait for it.

Painting would hold all threads of its process for as long as it takes, live play with them.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore, Lock

HERE = Path(__file__).parent
MEMORY = 1024**3
"""Bytes of addresses that a painter may have. The largest film takes less than 200 MB, in twice as many."""

log = logging.getLogger(__name__)


class Busy(Exception):
    """The painter has too much to do. Later it may not have."""


class RenderQueue:
    """One painter: the program that paints, and the order in which it is asked to.

    ``patience``: seconds to wait for the painter to be free, and then for it to paint, which are also all the
    processor time that it gets. ``waiting``: so many wait or are served at once: everyone holds a thread, and
    maybe a connection to the database.
    """

    def __init__(self, program: str, patience: float, waiting: int) -> None:
        limits = [str(int(patience)), str(MEMORY)]
        self._command = [sys.executable, "-I", str(HERE / "limited.py"), *limits, str(HERE / program)]
        self._patience = patience
        self.room = BoundedSemaphore(waiting)
        self._painting = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """As long as nobody else is painted for. Raises Busy."""
        if not self.room.acquire(blocking=False):
            raise Busy
        try:
            if not self._painting.acquire(timeout=self._patience):
                raise Busy
            try:
                yield
            finally:
                self._painting.release()
        finally:
            self.room.release()

    def rendered(self, told: bytes) -> bytes:
        """What the program makes of its input, when it is one's turn. Raises Busy."""
        try:
            done = subprocess.run(
                self._command, input=told, stdout=subprocess.PIPE, timeout=self._patience, check=True
            )
        except subprocess.TimeoutExpired as error:
            raise Busy from error
        except subprocess.CalledProcessError as error:
            log.warning("A picture took more than a painter has, or failed: %s", error)
            raise Busy from error
        return done.stdout
