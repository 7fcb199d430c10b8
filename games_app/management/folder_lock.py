"""Locks on a data folder: two first starts would create the same files, and two sites change one record."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from django.core.files import locks

POLL_SECONDS = 0.1
"""Seconds between two attempts to lock."""
ATTEMPTS = 10
"""Attempts to lock a folder that others only check."""
SERVED = "serve.lock"
"""File that `serve` locks in its data folder while it runs; it contains the number of its process."""


class Occupied(Exception):
    """Raised if another `serve` runs on the folder; the message says which."""


@contextlib.contextmanager
def folder_lock(folder: Path, stopping: Callable[[], bool]) -> Iterator[None]:
    """Lock the folder, waiting until it is free or until ``stopping``. A killed process releases it too.

    Folders that can't be locked, as on Windows and some network drives, are not locked.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, handle)
            while not (locks.lock(handle, locks.LOCK_EX | locks.LOCK_NB) or stopping()):
                time.sleep(POLL_SECONDS)
        yield


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[None]:
    """Lock the folder as that of a running site. Raises Occupied.

    File systems without locks and full disks get no lock.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            handle = os.open(folder / SERVED, os.O_RDWR | os.O_CREAT, 0o600)
            stack.callback(os.close, handle)
            if not _lock(handle):
                raise Occupied(_number(handle))
            os.ftruncate(handle, 0)
            os.write(handle, str(os.getpid()).encode())
        yield


def server_of(folder: Path) -> str | None:
    """Return the process number of the `serve` that runs on the folder; None if none does."""
    try:
        handle = os.open(folder / SERVED, os.O_RDONLY)
    except OSError:
        return None
    try:
        free = locks.lock(handle, locks.LOCK_SH | locks.LOCK_NB)
        return None if free else _number(handle)
    except OSError:
        return None
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    for _ in range(ATTEMPTS):
        if locks.lock(handle, locks.LOCK_EX | locks.LOCK_NB):
            return True
        time.sleep(POLL_SECONDS)
    return False


def _number(handle: int) -> str:
    """Return what the lock's owner has written; on Windows nobody else can read it."""
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        return os.read(handle, 20).decode(errors="replace")
    except OSError:
        return ""
