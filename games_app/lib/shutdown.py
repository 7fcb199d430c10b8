"""Shutdown of a process: it ends together with the command that started it."""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import suppress
from datetime import datetime

from django.db import DatabaseError, connection

from games_app.lib import clock

ENDS_WITH_STDIN = "ENDS_WITH_STDIN"
"""Environment variable set by a parent that holds the other end of stdin, which closes when it ends."""
SHUTDOWN_GRACE = 10.0
"""Seconds that a process has to end by itself before it is killed."""
UNDER_WAY = 3.0
"""Maximum seconds for answering running requests."""
DRAIN = 0.5
"""Minimum seconds between the signal and the end of the sockets: commands are answered, proxies notice."""
GOODBYE = 1.0
"""Maximum seconds for clients to confirm that their sockets are closed."""
LINGER = 2.0
"""Seconds for other threads to finish after the main thread; a transaction takes milliseconds."""


class Leaving(threading.Event):
    """Set once this process was asked to end: it accepts no more commands, and new visitors go elsewhere."""

    since: datetime | None = None
    """Time when it was set."""

    def set(self) -> None:
        self.since = self.since or clock.now()
        super().set()


leaving = Leaving()


def end_with_parent() -> None:
    """End this process when its parent ends, also if the parent is killed."""
    if os.environ.get(ENDS_WITH_STDIN):
        threading.Thread(target=_watch_stdin, name="parent", daemon=True).start()


def end_soon() -> None:
    """End this process soon, even if other threads still wait for a silent database."""
    threading.Thread(target=_linger, name="ending", daemon=True).start()


def _linger() -> None:
    time.sleep(LINGER)
    os._exit(0)


def _watch_stdin() -> None:
    # Not sys.stdin: this thread would hold its lock while the interpreter shuts down.
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SHUTDOWN_GRACE)
    os._exit(1)


def empty_log() -> None:
    """Copy the log of commits into the record's file before the process ends.

    The file alone is the record then. SQLite does so when it closes the last connection, but those of other
    threads are not closed.
    """
    with suppress(DatabaseError), connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
