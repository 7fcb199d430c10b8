"""The themes of checkers' puzzles."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games_app.games.theme import Line, Theme, does, ends, is_long, sacrifices, takes


def _chooses_jump(line: Line) -> bool:
    return any(each["do"] == "capture" for each in line.trace[:2])


def _is_quiet(line: Line) -> bool:
    return line.first("capture") is None


THEMES = (
    Theme("capture", pgettext_lazy("theme of puzzles", "Jump"), does("capture")),
    Theme("choice", _("Choice of jumps"), _chooses_jump),
    Theme("sacrifice", _("Sacrifice"), sacrifices),
    Theme("several", _("Several jumps"), does("capture", 2)),
    Theme("one", _("One move"), takes(1)),
    Theme("two", _("Two moves"), takes(2)),
    Theme("long", _("Three moves or more"), is_long),
    Theme("step", _("Quiet step"), _is_quiet),
    Theme("end", _("To the end"), ends),
)
