"""Rendering of pictures in a separate process, one at a time, with a bounded queue.

In a web process it would block all threads, including live play.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore, Lock

from django.conf import settings

HERE = Path(__file__).parent
LONGEST = 60.0
"""Seconds of clock time for a rendering: its low priority makes it slow on a busy machine."""
MEMORY = 1024**3
"""Bytes of address space of the renderer.

The largest film takes less than 200 MB, but twice as many addresses.
"""

log = logging.getLogger(__name__)


class Busy(Exception):
    """Raised if the renderer is overloaded; a later attempt may succeed."""


class RenderQueue:
    """A renderer: the program that renders, and its queue.

    ``patience``: seconds to wait for the renderer to be free, and its limit of processor time. ``waiting``:
    maximum number of requests waiting or served at once; each holds a thread, and maybe a database
    connection.
    """

    def __init__(self, program: str, patience: float, waiting: int) -> None:
        self._program = str(HERE / program)
        self._patience = patience
        self.room = BoundedSemaphore(waiting)
        self._painting = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Hold the renderer for the length of the context. Raises Busy."""
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
        """Return the program's output for this input. Call it within ``turn``. Raises Busy."""
        # Live play has priority.
        limits = [str(settings.NICENESS), str(int(self._patience)), str(MEMORY)]
        command = [sys.executable, "-I", str(HERE / "sandboxed_run.py"), *limits, self._program]
        try:
            done = subprocess.run(command, input=told, stdout=subprocess.PIPE, timeout=LONGEST, check=True)
        except subprocess.TimeoutExpired as error:
            raise Busy from error
        except subprocess.CalledProcessError as error:
            log.warning("A picture took more than a painter has, or failed: %s", error)
            raise Busy from error
        return done.stdout


WAITING = 4

png_queue = RenderQueue("rasterizer.py", patience=10.0, waiting=WAITING)


def png(svg: str) -> bytes:
    """Return a drawing with outlined texts (``lettered``) as PNG, at its own size. Raises Busy."""
    with png_queue.turn():
        return png_queue.rendered(svg.encode())
