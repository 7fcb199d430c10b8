"""Installation of programs that tests need, one worker at a time."""

from __future__ import annotations

import contextlib
import fcntl
import tempfile
from collections.abc import Iterator
from pathlib import Path

LOCK = Path(tempfile.gettempdir()) / "boardgames-installing"


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Keep other workers from installing meanwhile. A worker that waited first checks what exists."""
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
