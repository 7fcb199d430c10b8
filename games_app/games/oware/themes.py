"""The themes of oware's puzzles."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games_app.games.theme import Line, Theme, does, ends, is_long, sacrifices, takes


def _takes_several(line: Line) -> bool:
    return any(step["do"] == "capture" and len(step["from"]) > 1 for step in line.turn)


THEMES = (
    Theme("capture", pgettext_lazy("theme of puzzles", "Capture"), does("capture")),
    Theme("several", _("Several houses at once"), _takes_several),
    Theme("sacrifice", _("Sacrifice"), sacrifices),
    Theme("one", _("One move"), takes(1)),
    Theme("two", _("Two moves"), takes(2)),
    Theme("long", _("Three moves or more"), is_long),
    Theme("end", _("To the end"), ends),
)
