"""The themes of mancala's puzzles."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games_app.games.theme import Theme, does

THEMES = (
    Theme("capture", _("Capture"), does("capture")),
    Theme("again", _("Move again"), does("again")),
)
