"""Names of the computer as a player: one for each level, and no person's name may look like any of them."""

from __future__ import annotations

import re

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

COMPUTER = "Computer"
RESERVED = (COMPUTER, "Komputer")
"""Words that no person's name may hold, in whatever letters that look like them."""

TRANSLATED = frozenset(
    {
        _("Computer (Beginner)"),
        _("Computer (Easy)"),
        _("Computer (Medium)"),
        _("Computer (Hard)"),
        _("Computer (Expert)"),
        _("Computer (Master)"),
    }
)
"""The name of each level, which the record has in English; also in static/match/controls/seats.js."""

_NAME = re.compile(rf"{COMPUTER} \((\w+)\)")


def computer_name(level: str) -> str:
    """Return the name under which a level plays, such as "Computer (Easy)"."""
    return f"{COMPUTER} ({level.capitalize()})"


def shown_name(name: str) -> str:
    """Return the name of a player in the reader's language: that of a person as it is."""
    return gettext(name) if name in TRANSLATED else name


def level_named(name: str) -> str:
    """Return the level that plays under this name; empty for a person's name."""
    found = _NAME.fullmatch(name)
    return found[1].lower() if found else ""
