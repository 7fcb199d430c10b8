"""Resources that all processes of a test run share: the first process that needs one makes it."""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import functools
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

RUN = "BOARDGAMES_TEST_RUN"
"""Environment variable with the folder of the run, which the workers of a run inherit."""
INSTALLING = Path(tempfile.gettempdir()) / "boardgames-installing"


@contextlib.contextmanager
def alone(lock: Path = INSTALLING) -> Iterator[None]:
    """Wait until no other process holds the lock, and hold it; by default the one for installing programs."""
    with lock.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def new_folder() -> Path:
    """Make a folder for the resources of a run, to be removed by the caller."""
    return Path(tempfile.mkdtemp(prefix="boardgames-tests-"))


@functools.cache
def run_folder() -> Path:
    """Return the folder of this run; outside a run, one of this process, which disappears with it."""
    if shared := os.environ.get(RUN):
        return Path(shared)
    own = new_folder()
    atexit.register(shutil.rmtree, own, ignore_errors=True)
    return own


def once(name: str, make: Callable[[Path], None]) -> Path:
    """Return the folder of this name, filled by ``make`` in the first process that asks; others wait."""
    folder = run_folder() / name
    with alone(folder.with_suffix(".lock")):
        if not folder.exists():
            half = folder.with_suffix(".half")
            shutil.rmtree(half, ignore_errors=True)
            half.mkdir()
            make(half)
            half.rename(folder)
    return folder
