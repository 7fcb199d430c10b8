"""Template tags for the ways to learn a game."""

from __future__ import annotations

from typing import NamedTuple

from django import template
from django.utils.translation import gettext_lazy as _

from games_app.games.base import Game
from games_app.games.catalogue import COURSES, GUIDES
from games_app.games.registry import GAMES
from games_app.games.sheet import Text
from games_app.games.sowing_series import levels

register = template.Library()


class Way(NamedTuple):
    """``route``: name of the address; ``game``: the rule set, or the default one of its family."""

    route: str
    game: Game
    name: Text


@register.filter
def ways_to_learn(game: Game) -> list[Way]:
    """Return the pages on which the game can be learned. A rule set without a course has its family's."""
    usual = GAMES[game.family]
    taught = next((one for one in (game, usual) if one.slug in COURSES), None)
    ways = [Way("learn", game, _("Guide"))] if game.slug in GUIDES else []
    ways += [Way("course", taught, _("Course"))] if taught else []
    ways += [Way("sowing", game, _("Sowing trainer"))] if levels(game) else []
    return ways
