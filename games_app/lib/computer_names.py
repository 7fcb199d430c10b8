"""Names of the computer as a player: one for each level, and no person's name may look like any of them."""

from __future__ import annotations

import re

COMPUTER = "Computer"
RESERVED = (COMPUTER, "Komputer")
"""Words that no person's name may hold, in whatever letters that look like them."""

_NAME = re.compile(rf"{COMPUTER} \((\w+)\)")


def computer_name(level: str) -> str:
    """Return the name under which a level plays, such as "Computer (Easy)"."""
    return f"{COMPUTER} ({level.capitalize()})"


def level_named(name: str) -> str:
    """Return the level that plays under this name; empty for a person's name."""
    found = _NAME.fullmatch(name)
    return found[1].lower() if found else ""
