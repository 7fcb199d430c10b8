"""Installing what tests need, one worker at a time."""

from __future__ import annotations

import contextlib
import fcntl
import tempfile
from collections.abc import Iterator
from pathlib import Path

LOCK = Path(tempfile.gettempdir()) / "boardgames-installing"


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """While this lasts no other worker installs anything. Who has waited looks first whether it is there."""
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
