"""Names of seats as pages show them."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from games_app.games.sheet import Text
from games_app.lib.computer_names import shown_name
from games_app.models import Seat


def seat_name(seat: Seat) -> Text:
    """Return the name of who sits there, in the reader's language if it is the computer's.

    In hotseat a seat without a name is stored under the English name of its side, which is translated too.
    """
    return gettext_lazy(seat.name) if seat.name == seat.role.capitalize() else shown_name(seat.name)
