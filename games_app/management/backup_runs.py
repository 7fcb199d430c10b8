"""Backups that the host's page begins: in a process of their own, one at a time; and how the last one went.

The note of the last backup stands in the data folder, so that it survives a restart and all web processes
read it. It also tells of backups that somebody made in a terminal.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec
from django.conf import settings
from django.core.files import locks

from boardgames.folders import locked
from games_app.lib import clock

FOLDER = "backups"
"""Folder of these backups, in the data folder."""
KEPT = 7
"""Number of whole backups that are kept there."""
LOCK = "backup.lock"
NOTE = "last_backup.json"
LONGEST_PROBLEM = 1000


class BackupNote(msgspec.Struct, frozen=True):
    """The last good backup, and the attempt after it."""

    made_at: datetime | None = None
    folder: str = ""
    size: int = 0
    """Size of its files, in bytes."""
    began_at: datetime | None = None
    """Beginning of an attempt that has not ended; if none is running, its process was killed."""
    problem: str = ""
    """Sentence of the last attempt, if it failed."""


def begin() -> bool:
    """Begin a backup and return at once; False if one is being made.

    The new process inherits the lock, so it is free again however that process ends.
    """
    data = Path(settings.DATA_DIR)
    if is_running():
        return False
    handle = os.open(data / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not locked(handle):
            return False
        _write(msgspec.structs.replace(note(), began_at=clock.now(), problem=""))
        manage = str(settings.BASE_DIR / "manage.py")
        process = subprocess.Popen(
            [sys.executable, manage, "backup", "--keep", str(KEPT), str(data / FOLDER)],
            cwd=settings.BASE_DIR,
            env=os.environ | {"DATA_DIR": str(data)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(handle,) if os.name == "posix" else (),
            start_new_session=os.name == "posix",
        )
    finally:
        os.close(handle)
    threading.Thread(target=process.wait, name="backup", daemon=True).start()
    return True


def is_running() -> bool:
    """Return whether a backup is being made that ``begin`` has begun. Windows doesn't tell."""
    try:
        handle = os.open(Path(settings.DATA_DIR) / LOCK, os.O_RDONLY)
    except OSError:
        return False
    try:
        return not locks.lock(handle, locks.LOCK_SH | locks.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(handle)


def note() -> BackupNote:
    try:
        return msgspec.json.decode((Path(settings.DATA_DIR) / NOTE).read_bytes(), type=BackupNote)
    except (OSError, msgspec.MsgspecError):
        return BackupNote()


def note_done(folder: Path, size: int) -> None:
    """Note that a backup was made."""
    _write(BackupNote(clock.now(), str(folder), size))


def note_failed(problem: str) -> None:
    """Note that a backup was not made, with the sentence that says why."""
    _write(msgspec.structs.replace(note(), began_at=None, problem=problem[:LONGEST_PROBLEM]))


def _write(state: BackupNote) -> None:
    """Replace the note as a whole. A data folder that can't be written to, as in a terminal, gets none."""
    file = Path(settings.DATA_DIR) / NOTE
    draft = file.with_name(f"{NOTE}.{os.getpid()}")
    with suppress(OSError):
        draft.write_bytes(msgspec.json.encode(state))
        draft.replace(file)
