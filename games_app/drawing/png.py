"""Pictures as PNG.

Painting takes some 0.3 s and would hold all threads of its process for as long, live play with them. So it is
done in a process of its own, by one at a time, with few who wait for it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from threading import BoundedSemaphore, Lock

PAINTER = Path(__file__).with_name("painter.py")
PATIENCE = 10.0
"""Seconds to wait for the painter to be free, and then for it to paint."""
WAITING = 4
"""So many wait or are served at once: everyone holds a thread, and maybe a connection to the database."""

_room = BoundedSemaphore(WAITING)
_painting = Lock()


class Busy(Exception):
    """The painter has too much to do. Later it may not have."""


def png(svg: str) -> bytes:
    """A drawing whose texts are outlines (``lettered``), at the size that it says. Raises Busy."""
    if not _room.acquire(blocking=False):
        raise Busy
    try:
        if not _painting.acquire(timeout=PATIENCE):
            raise Busy
        try:
            return _paint(svg)
        finally:
            _painting.release()
    finally:
        _room.release()


def _paint(svg: str) -> bytes:
    command = [sys.executable, "-I", str(PAINTER)]
    try:
        painted = subprocess.run(
            command, input=svg.encode(), stdout=subprocess.PIPE, timeout=PATIENCE, check=True
        )
    except subprocess.TimeoutExpired as error:
        raise Busy from error
    return painted.stdout
