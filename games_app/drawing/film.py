"""Several positions of a match as one animation.

As for single pictures (see png.py) the painting is done in a process of its own, here by one that paints all
frames: some 0.1 s each. One film is made at a time.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Literal

from .board import board
from .picture import PAPER, Position, picture
from .png import Busy

Kind = Literal["gif", "webp"]

FILMER = Path(__file__).with_name("filmer.py")
PATIENCE = 60.0
"""Seconds to wait for the filmer to be free, and then for it to paint."""
WAITING = 3
MOST_FRAMES = 200
WIDE, SQUARE = 560, 400
"""Pixels across."""
WHOLE, SHORTEST, LONGEST, LAST = 60_000, 250, 1000, 3000
"""Milliseconds: what a film of many frames takes, what a frame at least and at most, and the last one."""

_room = BoundedSemaphore(WAITING)
_filming = Lock()


def film(positions: Sequence[Position], kind: Kind) -> bytes:
    """At most MOST_FRAMES positions of one game, one after the other, for ever. Raises Busy."""
    if not _room.acquire(blocking=False):
        raise Busy
    try:
        if not _filming.acquire(timeout=PATIENCE):
            raise Busy
        try:
            return _made([_frame(position) for position in positions], kind)
        finally:
            _filming.release()
    finally:
        _room.release()


def chosen(frames: int, most: int = MOST_FRAMES) -> list[int]:
    """Which of so many frames are shown: all, or evenly some of them with the first and the last."""
    if frames <= most:
        return list(range(frames))
    return [round(place * (frames - 1) / (most - 1)) for place in range(most)]


def _frame(position: Position) -> str:
    return picture(position, WIDE if board(position.slug).is_wide else SQUARE, PAPER)


def _made(svgs: list[str], kind: Kind) -> bytes:
    each = min(max(WHOLE // len(svgs), SHORTEST), LONGEST)
    durations = [each] * (len(svgs) - 1) + [LAST]
    head = json.dumps({"kind": kind, "durations": durations}).encode()
    told = head + b"\n" + "".join(f"{svg}\0" for svg in svgs).encode()
    command = [sys.executable, "-I", str(FILMER)]
    try:
        made = subprocess.run(command, input=told, stdout=subprocess.PIPE, timeout=PATIENCE, check=True)
    except subprocess.TimeoutExpired as error:
        raise Busy from error
    return made.stdout
