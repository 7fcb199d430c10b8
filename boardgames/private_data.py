"""Permissions of the data folder: a user who can read the sessions can take every seat."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

POSIX = os.name == "posix"
FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO
OURS = ("boardgames.sqlite3*", "engine.sqlite3*", "secret_key", "serve.lock", "verify.*")
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
    """Return a warning for the operator if other users can still read the data, else an empty string.

    They can if the folder has another owner, or if its file system doesn't support permissions.
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
    """Make files written within this context readable by all users, such as static files."""
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
    """Return whether the folder is shared on purpose, as /tmp is; then only its files are made private."""
    return bool(folder.stat().st_mode & stat.S_ISVTX)
