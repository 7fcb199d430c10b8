"""The name of who gives a command in a terminal, for the audit log."""

from __future__ import annotations

import getpass
import os


def user_name() -> str:
    """Return the name of the user; the number where the system has no name for it, as in many containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"uid {os.getuid()}"
