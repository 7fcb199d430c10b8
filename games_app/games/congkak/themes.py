"""The themes of congkak's puzzles."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games_app.games.base import Facts, Trace
from games_app.games.theme import Theme, does


def _has_burnt_house(facts: Facts, _trace: Trace) -> bool:
    return bool(facts["burnt"])


THEMES = (
    Theme("capture", _("Capture"), does("capture")),
    Theme("again", _("Scoop again"), does("again")),
    Theme("burnt", _("Burnt house"), _has_burnt_house),
)
