"""A disk that is full for some processes only. It needs no file system of its own and no rights."""

from __future__ import annotations

import pwd
import resource
import subprocess
from collections.abc import Iterable

from tests.backing.programs import tied


def fill_disk(processes: Iterable[int], user: pwd.struct_passwd | None = None) -> None:
    """Make every write of these processes fail: no file may be longer than 0 bytes. ``user``: their user."""
    _limit(processes, "0", user)


def free_disk(processes: Iterable[int], user: pwd.struct_passwd | None = None) -> None:
    """Let the processes write again."""
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    _limit(processes, "unlimited" if most == resource.RLIM_INFINITY else str(most), user)


def _limit(processes: Iterable[int], size: str, user: pwd.struct_passwd | None) -> None:
    """Limit one process. Only its own user may do this; a process that has ended needs nothing."""
    for process in processes:
        command = ["prlimit", "--pid", str(process), f"--fsize={size}:"]
        said = subprocess.run(tied(command, user), capture_output=True, text=True, check=False)
        if said.returncode and "No such process" not in said.stderr:
            raise AssertionError(f"The disk could not be filled or freed: {said.stderr}")
