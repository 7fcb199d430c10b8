"""Permissions of the site's folders, and locks on them.

A user who can read the sessions in the data folder can take every seat. Two first starts would create the
same files, and two sites would change one record.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from django.core.files import locks
from django.utils.translation import gettext

POSIX = os.name == "posix"
FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO
OURS = ("boardgames.sqlite3*", "engine.sqlite3*", "secret_key", "serve.lock", "verify.*", "backup*")
"""Patterns of the site's files in the folder."""


def keep_private(folder: Path) -> None:
    """Create the folder if needed, and remove others' permissions on it, its files and files written later.

    Raises OSError if the folder can't be created.
    """
    if POSIX:
        os.umask(FOR_OTHERS)
    folder.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
    if not POSIX:
        return
    for open_one in _open_to_others(folder):
        with suppress(OSError):
            open_one.chmod(stat.S_IMODE(open_one.stat().st_mode) & ~FOR_OTHERS)


def exposure_warning(folder: Path) -> str:
    """Return a warning in the active language if other users can still read the data, else an empty string.

    They can if the folder has another owner, or if its file system doesn't support permissions.
    """
    paths = _open_to_others(folder) if POSIX and _open(folder) else []
    if not paths:
        return ""
    return gettext(
        "Others on this machine may read {path}, and with what is in it take every seat. Give it to the user "
        "that the site runs as, and close it: chmod go-rwx {path}"
    ).format(path=paths[0])


@contextmanager
def public() -> Iterator[None]:
    """Make files written within this context readable by all users, such as static files."""
    before = os.umask(stat.S_IWGRP | stat.S_IWOTH)
    try:
        yield
    finally:
        os.umask(before)


def _open_to_others(folder: Path) -> list[Path]:
    paths = [folder] if _open(folder) and not _shared(folder) else []
    with suppress(OSError):
        paths += [
            file for names in OURS for file in folder.glob(names) if _open(file) and not file.is_symlink()
        ]
    return paths


def _open(path: Path) -> bool:
    try:
        return bool(path.stat().st_mode & FOR_OTHERS)
    except OSError:
        return False


def _shared(folder: Path) -> bool:
    """Return whether the folder is shared on purpose, as /tmp is; then only its files are made private."""
    return bool(folder.stat().st_mode & stat.S_ISVTX)


POLL_SECONDS = 0.1
"""Seconds between two attempts to lock."""
ATTEMPTS = 10
"""Attempts to lock a folder that others only check."""
SERVED = "serve.lock"
"""File that `serve` locks in its data folder while it runs; it contains the number of its process."""


class Occupied(Exception):
    """Raised if another `serve` runs on the folder; the message says which."""


@contextmanager
def folder_lock(folder: Path, stopping: Callable[[], bool]) -> Iterator[None]:
    """Lock the folder, waiting until it is free or until ``stopping``. A killed process releases it too.

    Folders that can't be locked, as on Windows and some network drives, are not locked.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, handle)
            while not (locks.lock(handle, locks.LOCK_EX | locks.LOCK_NB) or stopping()):
                time.sleep(POLL_SECONDS)
        yield


@contextmanager
def serving(folder: Path) -> Iterator[None]:
    """Lock the folder as that of a running site. Raises Occupied.

    File systems without locks and full disks get no lock.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            handle = os.open(folder / SERVED, os.O_RDWR | os.O_CREAT, 0o600)
            stack.callback(os.close, handle)
            if not locked(handle):
                raise Occupied(_process_number(handle))
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
        return None if free else _process_number(handle)
    except OSError:
        return None
    finally:
        os.close(handle)


def locked(handle: int) -> bool:
    """Lock an open file exclusively, if nobody else has; others may check it for a moment."""
    for _ in range(ATTEMPTS):
        if locks.lock(handle, locks.LOCK_EX | locks.LOCK_NB):
            return True
        time.sleep(POLL_SECONDS)
    return False


def _process_number(handle: int) -> str:
    """Return what the lock's owner has written; on Windows nobody else can read it."""
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        return os.read(handle, 20).decode(errors="replace")
    except OSError:
        return ""
