"""How a process of the site ends: with the command that started it."""

from __future__ import annotations

import os
import signal
import threading
import time

ENDS_WITH_STDIN = "ENDS_WITH_STDIN"
"""Set by a parent that holds the other end of the standard input: once that is closed, it is gone."""
GRACE = 10.0
"""Seconds that a process has to end by itself before it is killed."""
LINGER = 2.0
"""Seconds that other threads have to finish once the main thread has; a transaction takes milliseconds."""


def end_with_parent() -> None:
    """End when the parent does, however it ends: killed hard it can tell nobody."""
    if os.environ.get(ENDS_WITH_STDIN):
        threading.Thread(target=_watch_stdin, name="parent", daemon=True).start()


def end_soon() -> None:
    """End, whatever other threads still wait for: a database may say nothing."""
    threading.Thread(target=_linger, name="ending", daemon=True).start()


def _linger() -> None:
    time.sleep(LINGER)
    os._exit(0)


def _watch_stdin() -> None:
    # Not sys.stdin: whose lock this would hold while the interpreter shuts down.
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)
