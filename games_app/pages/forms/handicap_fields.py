"""The form fields for a handicap: what it is, and who gets it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games_app.games.handicap import HEAD_STARTS
from games_app.games.rules import Game
from games_app.games.sheet import Text
from games_app.match.terms import Handicap, RealTime

NONE, CLOCK, FIRST_MOVE = "none", "clock", "first"
ME, THEM = "me", "them"
GIVEN_TO: Sequence[tuple[str, Text]] = [(ME, _("I get it")), (THEM, _("The other player gets it"))]


def handicaps(game: Game, *, with_head_start: bool) -> list[tuple[str, Text]]:
    """Return the handicaps of a rule set by name; a head start is named by its size."""
    sizes = HEAD_STARTS[game.slug].sizes if with_head_start and game.slug in HEAD_STARTS else ()
    return [
        (NONE, _("No handicap")),
        *((str(size), lazy(_head_start, str)(game.slug, size)) for size in sizes),
        (CLOCK, _("More time than the other side")),
        (FIRST_MOVE, _("The first move, in a rematch too")),
    ]


def _head_start(game: str, size: int) -> str:
    words = HEAD_STARTS[game].words(size)
    return gettext("Head start: {head_start}").format(head_start=words)


def handicap_in(cleaned_data: Mapping[str, Any], role: str) -> Handicap | None:
    """Return the chosen handicap for this role; None without one."""
    chosen = cleaned_data.get("handicap") or NONE
    if chosen == NONE:
        return None
    if chosen == CLOCK:
        less = RealTime(cleaned_data["less_minutes"], cleaned_data["less_increment"])
        return Handicap(role, time=less)
    return Handicap(role, first_move=True) if chosen == FIRST_MOVE else Handicap(role, int(chosen))


def fields_of_handicap(handicap: Handicap | None, *, is_mine: bool) -> dict[str, str]:
    """Return the fields of the form for this handicap, as far as the form has one at a time."""
    if handicap is None:
        return {}
    fields = {"favours": ME if is_mine else THEM}
    if handicap.head_start:
        return fields | {"handicap": str(handicap.head_start)}
    if isinstance(less := handicap.time, RealTime):
        numbers = {"less_minutes": str(less.minutes), "less_increment": str(less.increment)}
        return fields | numbers | {"handicap": CLOCK}
    return fields | {"handicap": FIRST_MOVE} if handicap.first_move else {}
