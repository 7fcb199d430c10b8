"""Permissions of files and folders."""

from __future__ import annotations

import stat
from pathlib import Path


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def open_to_others(folder: Path) -> set[str]:
    """Return the files that other users can access, including the folder."""
    return {path.name for path in (folder, *folder.rglob("*")) if mode(path) & 0o077}
