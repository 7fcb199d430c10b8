"""The data folder and what is in it are for the site's own user: who reads the sessions takes every seat."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

POSIX = os.name == "posix"
FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO
OURS = ("boardgames.sqlite3*", "secret_key", "verify.*")
"""What the site keeps in the folder."""


def keep_private(folder: Path) -> None:
    """Make the folder if need be; close it and its files to others, and whatever this process writes from now
    on. Raises OSError where there can be no such folder.
    """
    if POSIX:
        os.umask(FOR_OTHERS)
    folder.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
    if not POSIX:
        return
    for open_one in _open_to_others(folder):
        with suppress(OSError):
            open_one.chmod(stat.S_IMODE(open_one.stat().st_mode) & ~FOR_OTHERS)


def exposed(folder: Path) -> str:
    """What to tell whoever runs the site where others may read its data all the same: the folder belongs to
    somebody else, or lies where modes can't be changed. Empty where all is well.
    """
    found = _open_to_others(folder) if POSIX and _open(folder) else []
    if not found:
        return ""
    return (
        f"Others on this machine may read {found[0]}, and with what is in it take every seat. Give it to the "
        f"user that the site runs as, and close it: chmod go-rwx {found[0]}"
    )


@contextmanager
def public() -> Iterator[None]:
    """While this lasts, what is written is for everybody to read, such as static files."""
    before = os.umask(stat.S_IWGRP | stat.S_IWOTH)
    try:
        yield
    finally:
        os.umask(before)


def _open_to_others(folder: Path) -> list[Path]:
    found = [folder] if _open(folder) and not _shared(folder) else []
    with suppress(OSError):
        found += [
            file for names in OURS for file in folder.glob(names) if _open(file) and not file.is_symlink()
        ]
    return found


def _open(path: Path) -> bool:
    try:
        return bool(path.stat().st_mode & FOR_OTHERS)
    except OSError:
        return False


def _shared(folder: Path) -> bool:
    """Is it everybody's on purpose, as /tmp is? Then the files in it are closed, each by itself."""
    return bool(folder.stat().st_mode & stat.S_ISVTX)
