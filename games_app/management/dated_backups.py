"""Folders of backups whose names are the times at which they were made. Old ones are deleted."""

from __future__ import annotations

import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

from games_app.management import backups

NAME = re.compile(r"\d{8}-\d{6}")
FILES = {backups.KEY, *(f"{backups.RECORD}{log}" for log in backups.LOGS), backups.DUMP}
"""Files of a backup. A folder with any other file is never deleted."""


def make(folder: Path) -> Path:
    """Make a backup in the folder and return its place. Raises BackupError."""
    backup = folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
    backups.make(backup)
    return backup


def newest_whole(folder: Path) -> Path | None:
    """Return the newest backup that can be restored; None if there is none."""
    return next(filter(backups.is_whole, _newest_first(folder)), None)


def delete_old(folder: Path, number: int, made: Path) -> list[Path]:
    """Keep the backup that was just made and the newest whole ones, so many in all; return those deleted.

    A damaged one doesn't count, and goes when it is older than all of these. Raises OSError.
    """
    whole, deleted = 1, []
    for backup in _newest_first(folder):
        if backup == made:
            continue
        if whole < number:
            whole += backups.is_whole(backup)
        else:
            shutil.rmtree(backup)
            deleted.append(backup)
    return deleted


def _newest_first(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(filter(_is_backup, folder.iterdir()), reverse=True)


def _is_backup(path: Path) -> bool:
    if not NAME.fullmatch(path.name) or path.is_symlink() or not path.is_dir():
        return False
    names = {file.name for file in path.iterdir()}
    return names <= FILES and not names.isdisjoint({backups.RECORD, backups.DUMP})
