"""Rendering in separate processes, at most one picture and one film at a time, each with a bounded queue.

In a web process it would block all threads, including live play. A frame of a film takes about 0.1 s.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Literal

from django.conf import settings

from games_app.drawing.board import board
from games_app.drawing.picture import PAPER, Position, picture

HERE = Path(__file__).parent
RENDER_MAX_SECONDS = 60.0
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
    connection. One address has at most half of these places, so it can't keep others from the renderer.
    """

    def __init__(self, program: str, patience: float, waiting: int) -> None:
        self._program = str(HERE / program)
        self._patience = patience
        self._waiting = waiting
        self._taken: Counter[str] = Counter()
        """Places by address."""
        self._counting, self._painting = Lock(), Lock()

    @contextmanager
    def turn(self, address: str) -> Iterator[None]:
        """Hold the renderer for the length of the context. Raises Busy."""
        with self.place(address):
            if not self._painting.acquire(timeout=self._patience):
                raise Busy
            try:
                yield
            finally:
                self._painting.release()

    @contextmanager
    def place(self, address: str) -> Iterator[None]:
        """Hold a place in the queue for the length of the context. Raises Busy."""
        with self._counting:
            if self._taken.total() >= self._waiting or self._taken[address] >= max(1, self._waiting // 2):
                raise Busy
            self._taken[address] += 1
        try:
            yield
        finally:
            with self._counting:
                self._taken[address] -= 1
                self._taken = +self._taken  # without addresses that have no place

    def rendered(self, program_input: bytes) -> bytes:
        """Return the program's output for this input. Call it within ``turn``. Raises Busy."""
        # Live play has priority.
        limits = [str(settings.NICENESS), str(int(self._patience)), str(MEMORY)]
        command = [sys.executable, "-I", str(HERE / "sandboxed_run.py"), *limits, self._program]
        try:
            done = subprocess.run(
                command, input=program_input, stdout=subprocess.PIPE, timeout=RENDER_MAX_SECONDS, check=True
            )
        except subprocess.TimeoutExpired as error:
            raise Busy from error
        except subprocess.CalledProcessError as error:
            log.warning("Rendering failed or went beyond its limits: %s", error)
            raise Busy from error
        return done.stdout


WAITING = 4

png_queue = RenderQueue("rasterizer.py", patience=10.0, waiting=WAITING)


def png(svg: str, address: str = "") -> bytes:
    """Return a drawing with outlined texts (``lettered``) as PNG, at its own size. Raises Busy.

    ``address``: of the client, as a rate limit key; empty for the site itself.
    """
    with png_queue.turn(address):
        return png_queue.rendered(svg.encode())


Kind = Literal["gif", "webp"]

MOST_FRAMES = 200
WIDE, SQUARE = 560, 400
"""Width in pixels."""
WHOLE_FILM, SHORTEST_FRAME, LONGEST_FRAME, LAST_FRAME = 60_000, 250, 1000, 3000
"""Milliseconds: length of a long film, shortest and longest frame, and the last frame."""

film_queue = RenderQueue("animator.py", patience=60.0, waiting=3)


def film(positions: Sequence[Position], kind: Kind, address: str) -> bytes:
    """Return an endless loop of at most MOST_FRAMES positions of one game. Raises Busy."""
    with film_queue.turn(address):
        return film_queue.rendered(_film_input([_frame(position) for position in positions], kind))


def chosen(frames: int, most: int = MOST_FRAMES) -> list[int]:
    """Return the indexes of the frames shown: all, or an even selection with the first and the last."""
    if frames <= most:
        return list(range(frames))
    return [round(place * (frames - 1) / (most - 1)) for place in range(most)]


def _frame(position: Position) -> str:
    return picture(position, WIDE if board(position.slug).is_wide else SQUARE, PAPER)


def _film_input(svgs: list[str], kind: Kind) -> bytes:
    """Return the input of animator.py."""
    each = min(max(WHOLE_FILM // len(svgs), SHORTEST_FRAME), LONGEST_FRAME)
    durations = [each] * (len(svgs) - 1) + [LAST_FRAME]
    head = json.dumps({"kind": kind, "durations": durations}).encode()
    return head + b"\n" + "".join(f"{svg}\0" for svg in svgs).encode()
