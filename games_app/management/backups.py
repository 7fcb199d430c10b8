"""Backups: a folder with a copy of the record and the key that signs sessions.

A backup of SQLite is itself a data folder on which the site can be started. One of PostgreSQL contains a file
in pg_dump's custom format: PostgreSQL's own programs write and restore it.

Folders of dated backups have the times at which they were made as names. Old ones are deleted.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from games_app.management import pg_programs, schema
from games_app.management.schema import NEWER, TOO_OLD, Applied, Progress

RECORD = "boardgames.sqlite3"
DUMP = "boardgames.dump"
KEY = "secret_key"
LOGS = ("", "-wal", "-journal")
"""Suffixes of one database's files: a leftover log would be played into another record."""
PAGES = 2000
"""Pages that SQLite copies at a time. Between two of these steps Ctrl-C is noticed."""

FAILURES = (OSError, sqlite3.Error, DatabaseError, pg_programs.Failed)


class BackupError(Exception):
    """Raised if a backup can't be made or restored; the message says why and what to do."""


def make(folder: Path) -> None:
    """Copy the record and the key into a new folder, even while the site runs. Raises BackupError."""
    with _draft(folder) as draft:
        if not has_record():
            raise BackupError(f"There is no record yet in {place()}, so there is nothing to back up.")
        if connection.vendor == "sqlite":
            _copy_record(draft / RECORD)
        else:
            pg_programs.dump(draft / DUMP)
        key = Path(settings.DATA_DIR) / KEY
        if key.exists():
            shutil.copyfile(key, draft / KEY)


def restore(folder: Path) -> None:
    """Put a backup where the settings say that the record is, if nothing is there yet. Raises BackupError."""
    expected, other = (RECORD, DUMP) if connection.vendor == "sqlite" else (DUMP, RECORD)
    if not (folder / expected).is_file():
        raise BackupError(_wrong_folder(folder, expected, other))
    try:
        _refuse_to_replace(folder)
        _refuse_other_versions(folder)
        with _restored_key(folder / KEY, Path(settings.DATA_DIR) / KEY):
            if connection.vendor == "sqlite":
                _restore_record(folder / RECORD)
            else:
                pg_programs.restore(folder / DUMP)
    except FAILURES as error:
        raise BackupError(f"{folder} was not restored: {error}") from None


def is_whole(folder: Path) -> bool:
    """Return whether a backup can be read to its end, and was not made half-way through an upgrade."""
    try:
        if (folder / DUMP).exists():
            pg_programs.check(folder / DUMP)
            return True
        with closing(_opened(folder / RECORD)) as record:
            _check(record)
            return bool(record.execute("PRAGMA user_version").fetchone() == (Progress.NONE,))
    except FAILURES:
        return False


def has_record() -> bool:
    """Return whether there are tables, without creating the database's file."""
    if connection.vendor == "sqlite" and not _record().exists():
        return False
    return bool(connection.introspection.table_names())


def place() -> str:
    """Return the location of the record for messages, without a password."""
    if connection.vendor == "sqlite":
        return str(_record())
    return _("the database {name} of PostgreSQL").format(name=connection.settings_dict["NAME"])


@contextmanager
def _draft(folder: Path) -> Iterator[Path]:
    """Make a folder under another name, and rename it once it is complete. Raises BackupError."""
    if os.path.lexists(folder):
        raise BackupError(f"{folder} is there already, and a backup replaces nothing. Choose another name.")
    draft = None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        yield draft
        for path in (*draft.iterdir(), draft):
            _sync(path)
        draft.rename(folder)
        _sync(folder.parent)
    except FAILURES as error:
        raise BackupError(f"No backup was made in {folder}: {error}") from None
    finally:
        if draft:
            shutil.rmtree(draft, ignore_errors=True)


def _record() -> Path:
    return Path(connection.settings_dict["NAME"])


def _copy_record(to: Path) -> None:
    """Copy the record as it is at this moment.

    In WAL mode the read transaction keeps that state while the site continues to write. Without it, each
    commit would restart the copy. In another mode the site's commits wait until the copy is done.
    """
    connection.ensure_connection()
    source = connection.connection
    source.execute("BEGIN")
    try:
        source.execute("SELECT name FROM sqlite_master LIMIT 1").fetchone()
        _copy(source, to)
    finally:
        source.execute("ROLLBACK")


def _copy(source: sqlite3.Connection, to: Path) -> None:
    """Copy a database into a new file that has no log beside it and passes SQLite's own check."""
    with closing(sqlite3.connect(to)) as target:
        source.backup(target, pages=PAGES)
        target.execute("PRAGMA journal_mode=DELETE")
        _check(target)


def _check(record: sqlite3.Connection) -> None:
    """Read the whole database. Raises sqlite3.Error if it is damaged."""
    (result,) = record.execute("PRAGMA quick_check(1)").fetchone()
    if result != "ok":
        raise sqlite3.DatabaseError(f"the database is damaged: {result}")


def _opened(backup: Path) -> sqlite3.Connection:
    """Open the file of a backup, with the log that may be beside it."""
    return sqlite3.connect(f"{backup.resolve().as_uri()}?mode=rw", uri=True)


def _restore_record(backup: Path) -> None:
    """Copy the record into the data folder through SQLite, which also reads a log beside it."""
    record = _record()
    draft = record.with_name(f"{RECORD}.draft")
    draft.unlink(missing_ok=True)
    try:
        with closing(_opened(backup)) as source:
            _copy(source, draft)
        _settle(draft, record)
    finally:
        draft.unlink(missing_ok=True)


def _wrong_folder(folder: Path, expected: str, other: str) -> str:
    if not (folder / other).is_file():
        return f"{folder} is not a backup: it has no file {expected}."
    if expected == RECORD:
        return f"{folder} is a backup of PostgreSQL. Set DATABASE_URL to the database that it shall go to."
    return f"{folder} is a backup of SQLite. Restore it without DATABASE_URL."


def _refuse_to_replace(folder: Path) -> None:
    data = Path(settings.DATA_DIR)
    if connection.vendor != "sqlite" and has_record():
        raise BackupError(
            f"There are tables already in {place()}. Create an empty database, name it in DATABASE_URL, and "
            "restore again."
        )
    if connection.vendor == "sqlite" and any((data / f"{RECORD}{log}").exists() for log in LOGS):
        raise BackupError(
            f"There is a record already in {data}. Stop the site, move that folder away or name another one "
            "in DATA_DIR, and restore again."
        )
    kept, ours = folder / KEY, data / KEY
    if kept.is_file() and ours.exists() and kept.read_bytes() != ours.read_bytes():
        raise BackupError(
            f"{ours} is not the key of this backup, and with it nobody's session would go on. Stop the site, "
            "move that file away, and restore again."
        )


def _refuse_other_versions(folder: Path) -> None:
    """Refuse tables that this version can't upgrade."""
    applied = _applied(folder)
    if schema.is_too_old(applied):
        raise BackupError(f"{folder} was not restored. {TOO_OLD}")
    if schema.foreign(applied):
        raise BackupError(f"{folder} was not restored. {NEWER}")


def _applied(folder: Path) -> Applied:
    """Return the migrations that the tables of a backup have."""
    if connection.vendor != "sqlite":
        return pg_programs.migrations(folder / DUMP)
    with closing(_opened(folder / RECORD)) as record:
        return set(record.execute("SELECT app, name FROM django_migrations").fetchall())


@contextmanager
def _restored_key(backup: Path, key: Path) -> Iterator[None]:
    """Put a backup's key in its place once everything else has succeeded."""
    if not backup.is_file() or key.exists():
        yield
        return
    draft = _copied(backup, key.parent)
    try:
        yield
        _settle(draft, key)
    finally:
        draft.unlink(missing_ok=True)


def _copied(file: Path, folder: Path) -> Path:
    """Return a draft with the contents of a file, readable by its owner only."""
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as draft:
        draft.write(file.read_bytes())
    return Path(draft.name)


def _settle(draft: Path, file: Path) -> None:
    """Give a complete file its name, so that a power cut leaves all of it or nothing."""
    _sync(draft)
    draft.rename(file)
    _sync(file.parent)


def _sync(path: Path) -> None:
    """Wait until a file or folder is on the disk. Windows opens no folders."""
    if os.name != "posix" and path.is_dir():
        return
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


DATED_NAME = re.compile(r"\d{8}-\d{6}")
BACKUP_FILES = {KEY, *(f"{RECORD}{log}" for log in LOGS), DUMP}
"""Files of a backup. A folder with any other file is never deleted."""


def make_dated(folder: Path) -> Path:
    """Make a backup in the folder and return its place. Raises BackupError."""
    backup = folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
    make(backup)
    return backup


def newest_whole(folder: Path) -> Path | None:
    """Return the newest backup that can be restored; None if there is none."""
    return next(filter(is_whole, _newest_first(folder)), None)


def delete_old(folder: Path, number: int, made: Path) -> list[Path]:
    """Keep the backup that was just made and the newest whole ones, so many in all; return those deleted.

    A damaged one doesn't count, and goes when it is older than all of these. Raises OSError.
    """
    whole, deleted = 1, []
    for backup in _newest_first(folder):
        if backup == made:
            continue
        if whole < number:
            whole += is_whole(backup)
        else:
            shutil.rmtree(backup)
            deleted.append(backup)
    return deleted


def _newest_first(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(filter(_is_backup, folder.iterdir()), reverse=True)


def _is_backup(path: Path) -> bool:
    if not DATED_NAME.fullmatch(path.name) or path.is_symlink() or not path.is_dir():
        return False
    names = {file.name for file in path.iterdir()}
    return names <= BACKUP_FILES and not names.isdisjoint({RECORD, DUMP})
