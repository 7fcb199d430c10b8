"""One line of `manage.py status`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One part of the site."""

    part: str
    said: str
    wrong: str = ""
    """Sentences for the host: the fault and what to do; empty if there is none."""
