"""``{% first_game as slug %}``: the default game of links, where none has been chosen."""

from __future__ import annotations

from django import template

from games_app.rules import GAMES

register = template.Library()


@register.simple_tag
def first_game() -> str:
    """Return the slug of the first game of the catalogue."""
    return next(iter(GAMES))
