"""Lock on a folder: two first starts at once would create the same tables and files."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from django.core.files import locks

POLL_SECONDS = 0.1
"""Seconds between two attempts to lock."""


@contextlib.contextmanager
def folder_lock(folder: Path, stopping: Callable[[], bool]) -> Iterator[None]:
    """Lock the folder, waiting until it is free or until ``stopping``. A killed process releases it too.

    Folders that can't be locked, as on Windows and on some network drives, are not locked.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, handle)
            while not (locks.lock(handle, locks.LOCK_EX | locks.LOCK_NB) or stopping()):
                time.sleep(POLL_SECONDS)
        yield
