"""The themes of nine men's morris' puzzles."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games_app.games.base import Facts, Trace
from games_app.games.morris.rules import FLYING
from games_app.games.theme import Theme, does


def _flies(facts: Facts, _trace: Trace) -> bool:
    role = facts["control"]
    return list(facts["points"].values()).count(role) == FLYING and not facts["heap"][role]


THEMES = (
    Theme("mill", _("Mill"), does("mill")),
    Theme("flying", _("Flying"), _flies),
)
