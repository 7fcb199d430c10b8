"""The themes of congkak's puzzles."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games_app.games.theme import Line, Theme, at_once, ends, is_long, takes

CHAIN = 3
"""Number of scoops in a long turn."""


def _has_burnt_house(line: Line) -> bool:
    return bool(line.facts["burnt"])


THEMES = (
    Theme("capture", pgettext_lazy("theme of puzzles", "Capture"), at_once("capture")),
    Theme("again", _("Scoop again"), at_once("again")),
    Theme("chain", _("Long turn"), at_once("again", CHAIN)),
    Theme("one", _("One move"), takes(1)),
    Theme("two", _("Two moves"), takes(2)),
    Theme("long", _("Three moves or more"), is_long),
    Theme("burnt", _("Burnt house"), _has_burnt_house),
    Theme("end", _("To the end of the round"), ends),
)
