"""Names of seats and players as pages show them.

The record has the computer, and the sides of hotseat, under English names, which are translated here.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _

from games_app.games.sheet import Text
from games_app.models import Seat

COMPUTERS: Mapping[str, Text] = {
    "Computer (Beginner)": _("Computer (Beginner)"),
    "Computer (Easy)": _("Computer (Easy)"),
    "Computer (Medium)": _("Computer (Medium)"),
    "Computer (Hard)": _("Computer (Hard)"),
    "Computer (Expert)": _("Computer (Expert)"),
    "Computer (Master)": _("Computer (Master)"),
}
"""Keyed by ``lib.computer_names.computer_name`` of each level; also in static/match/controls/seats.js."""


def player_name(name: str) -> Text:
    """Return the name of a player, of which only the computer's is translated."""
    return COMPUTERS.get(name, name)


def seat_name(seat: Seat) -> Text:
    """Return the name of who sits there, or of the side in hotseat."""
    return gettext_lazy(seat.name) if seat.name == seat.role.capitalize() else player_name(seat.name)
