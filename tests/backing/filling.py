"""A disk that is full for one process, without a file system of its own and without rights."""

from __future__ import annotations

import contextlib
import resource


def fill_disk(process: int) -> None:
    """Whatever the process writes to a file fails: no file may be longer than 0 bytes."""
    with contextlib.suppress(ProcessLookupError):
        _, most = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (0, most))


def free_disk(process: int) -> None:
    """It can write again."""
    with contextlib.suppress(ProcessLookupError):
        _, most = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (most, most))
