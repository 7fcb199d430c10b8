"""Names of the ways to end a match and of time controls, for lists and charts."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from games_app.games.sheet import Text

ENDS: Mapping[str, Text] = {
    "rules": _("On the board"),
    "resignation": _("By resignation"),
    "time": _("On time"),
    "agreement": _("By agreement"),
    "absence": _("By absence"),
    "aborted": _("Aborted"),
}
"""Keyed by ``Match.How``."""

TIME_CONTROLS: Mapping[str, Text] = {
    "": _("No clock"),
    "real": _("Minutes on a clock"),
    "days": _("Days for each turn"),
}
"""Keyed by ``services.state.search_columns.time_control``."""
