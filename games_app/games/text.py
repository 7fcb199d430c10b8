"""Positions as text, for the terminal and for the golden playthroughs, and the course of matches in words.

Each game has its own in its ``sheet`` module: ``draw``, with south below, and ``course`` and ``ending``,
which it may lack.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games_app.games import part, registry
from games_app.games.base import Facts


def draw(slug: str, facts: Facts) -> str:
    """The position that ``facts`` (or a view of them) describe, in lines without a newline at the end."""
    module = _module(slug)
    if module is None:
        raise LookupError(f"games_app/games/{registry.get_game(slug).family} has no draw in its sheet")
    return "\n".join(line.rstrip() for line in module.draw(facts))


def ending(slug: str, facts: Facts) -> str:
    """Return why the rules ended the match ("60 moves played"); empty if the game doesn't say."""
    module = _module(slug)
    return module.ending(facts) if module and hasattr(module, "ending") else ""


def course(slug: str, facts: Facts) -> str:
    """Return how far a match has come ("Move 12 of 60"); empty if the game counts nothing, and at its end."""
    module = _module(slug)
    return module.course(facts) if module and hasattr(module, "course") else ""


def _module(slug: str) -> ModuleType | None:
    return part(registry.get_game(slug).family, "sheet")


def move_counter(played: int, last: int) -> str:
    """Return the number of the move to come and of the last that the rules allow ("Move 12 of 60").

    Empty once the last one is played.
    """
    return "" if played == last else _("Move %(n)d of %(last)d") % {"n": played + 1, "last": last}


def quiet_counter(facts: Facts, last: int) -> str:
    """Return how near a draw is: the position's repetition, or the moves without progress, if there are some.

    Empty once the game is drawn.
    """
    n = len(facts["quiet"])
    if facts["times"] == 2:
        return _("This position for the second time")
    if not n or n == last or facts["times"] > 2:
        return ""
    return _("Move %(n)d of %(last)d without progress") % {"n": n, "last": last}


def quiet_ending(facts: Facts, last: int) -> str:
    """Return why the game is drawn; empty if it isn't."""
    if len(facts["quiet"]) == last:
        return ngettext("%(n)d move without progress", "%(n)d moves without progress", last) % {"n": last}
    return _("the same position for the third time") if facts["times"] > 2 else ""


def row(values: Iterable[object], width: int = 5) -> str:
    """The values in columns of this width, aligned to the right."""
    return "".join(f"{value!s:>{width}}" for value in values)
