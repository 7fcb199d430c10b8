"""The themes of mancala's puzzles."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games_app.games.theme import Line, Theme, does, ends, is_long, takes


def _is_quiet(line: Line) -> bool:
    return not line.times("capture") and not line.times("again")


THEMES = (
    Theme("capture", pgettext_lazy("theme of puzzles", "Capture"), does("capture")),
    Theme("again", _("Move again"), does("again")),
    Theme("quiet", _("Quiet move"), _is_quiet),
    Theme("one", _("One move"), takes(1)),
    Theme("two", _("Two moves"), takes(2)),
    Theme("long", _("Three moves or more"), is_long),
    Theme("end", _("To the end"), ends),
)
