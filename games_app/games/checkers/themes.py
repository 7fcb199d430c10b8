"""The themes of checkers' puzzles."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games_app.games.base import Facts, Trace
from games_app.games.theme import Theme, does


def _is_quiet(_facts: Facts, trace: Trace) -> bool:
    return not does("capture")(_facts, trace)


THEMES = (
    Theme("capture", _("Capture"), does("capture")),
    Theme("step", _("Quiet step"), _is_quiet),
)
