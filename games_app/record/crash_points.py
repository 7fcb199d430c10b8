"""Named points at which a test can kill the process, to prove what survives.

``CRASH_AT="after commit:3"`` kills it at the third pass. The settings refuse this outside DEBUG.
"""

from __future__ import annotations

import os
import signal
from typing import Literal

from django.conf import settings

Point = Literal[
    "judged",
    "before commit",
    "after commit",
    "before answer",
    "amid fan-out",
    "paired",
    "match begun",
    "reminded",
]

_AT, _, _NTH = settings.CRASH_AT.partition(":")
_passed: dict[str, int] = {}


def crash_point(name: Point) -> None:
    """Kill this process if CRASH_AT names this pass. Otherwise costs one comparison."""
    if name != _AT:
        return
    _passed[name] = _passed.get(name, 0) + 1
    if _passed[name] == int(_NTH or 1):
        os.kill(os.getpid(), signal.SIGKILL)
