"""Lines of the audit log about what a host does in a terminal."""

from __future__ import annotations

import getpass
import os

from games_app.lib import clock
from games_app.models import AuditEntry


def record(what: str, whom: str) -> None:
    """Store that the terminal's user has done this."""
    AuditEntry(at=clock.now(), who=user_name(), what=what, whom=whom).save()


def user_name() -> str:
    """Return the name of the terminal's user, or the number if there is no name, as in many containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"uid {os.getuid()}"
