"""Who may read and write a file or folder."""

from __future__ import annotations

import stat
from pathlib import Path


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def open_to_others(folder: Path) -> set[str]:
    """What others than its user may get at: the names, of the folder too."""
    return {path.name for path in (folder, *folder.rglob("*")) if mode(path) & 0o077}
