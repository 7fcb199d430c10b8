"""Names of seats as pages show them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils.translation import gettext, gettext_lazy

from games_app.games.sheet import Text
from games_app.lib.computer_names import shown_name
from games_app.models import Seat

LONGEST_ENGRAVED = 10
"""Most letters of a name that fit beside a store."""


def seat_name(seat: Seat) -> Text:
    """Return the name of who sits there, in the reader's language if it is the computer's.

    In hotseat a seat is stored under the English name of its side, which is translated too.
    """
    return gettext_lazy(seat.name) if seat.name == seat.role.capitalize() else shown_name(seat.name)


def engraved(seats: Mapping[str, Seat], roles: Collection[str]) -> dict[str, str]:
    """Return what a board calls its sides: "you" for the reader's only one, else the players' names."""
    named = {role: str(seat_name(seat)) for role, seat in seats.items() if seat.name != role.capitalize()}
    mine = dict.fromkeys(roles, gettext("you")) if len(roles) == 1 else {}
    return {role: _cut(name) for role, name in named.items()} | mine


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST_ENGRAVED else f"{name[: LONGEST_ENGRAVED - 1]}…"
