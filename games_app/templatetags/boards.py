"""``{% board "mancala" position=position %}``: the drawing, filled; ``{{ "mancala"|shape }}``: its shape.

``{% game_styles "mancala" %}`` and ``{% game_module "mancala" %}``: what else static/games/<slug>/ has.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.template.context import Context
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games_app import drawing
from games_app.rules import GAMES
from games_app.templatetags.assets import modules
from games_app.views.device import is_phone

register = template.Library()


@register.simple_tag(takes_context=True)
def board(
    context: Context,
    slug: str,
    *,
    position: Mapping[str, Any] | None = None,
    seed: str = "",
    side: str = "",
    lying: bool = False,
) -> SafeString:
    """A game's board as an ``<svg>`` element: with what lies on it in ``position["facts"]``, or empty.

    ``seed`` and ``side`` are those of the ``<game-board>`` around it: the match's public id, and whose side
    is nearest. A phone gets the board upright unless it is ``lying``. An unknown slug: ``LookupError``.
    """
    filled = drawing.board(slug).svg(
        position["facts"] if position else None,
        seed,
        side=side,
        upright=not lying and is_phone(context["request"]),
        words=gettext,
    )
    return mark_safe(filled)  # noqa: S308  (our own file, with numbers and names of its own parts)


@register.filter
def shape(slug: str) -> str:
    """ "wide" or "square", by the drawing: what the style sheets lay a page out by."""
    return "wide" if drawing.board(slug).is_wide else "square"


@register.simple_tag
def game_styles(*slugs: str) -> SafeString:
    """Links to the style sheets of games, of all if none is named. Most boards need none."""
    sheets = [f"games/{slug}/board.css" for slug in slugs or GAMES]
    links = [(static(sheet),) for sheet in sheets if finders.find(sheet)]
    return format_html_join("", '<link rel="stylesheet" href="{}">', links)


@register.simple_tag(takes_context=True)
def game_module(context: Context, slug: str) -> SafeString:
    """The script of what only this game needs, if it has one. It must run before the page's script."""
    entry = f"games/{slug}/game.js"
    return modules(context, entry) if finders.find(entry) else SafeString()
