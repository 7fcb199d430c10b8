"""One at a time in a folder: two first starts would make the same tables and files at once."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from django.core.files import locks

LOOK = 0.1
"""Seconds between two tries."""


@contextlib.contextmanager
def folder_lock(folder: Path, stopping: Callable[[], bool]) -> Iterator[None]:
    """Wait until nobody else has the folder, or until ``stopping``. It is let go also by who is killed.

    Where a folder can't be locked, as on Windows and on some network drives, nobody is waited for.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, handle)
            while not (locks.lock(handle, locks.LOCK_EX | locks.LOCK_NB) or stopping()):
                time.sleep(LOOK)
        yield
