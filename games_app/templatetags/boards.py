"""``{% board "mancala" position=position %}``: the drawing, filled; ``{{ "mancala"|shape }}``: its shape.

``{% game_styles "mancala" %}``: its proportions; ``{% game_module "mancala" %}``: its own script, if any.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games_app import drawing
from games_app.rules import GAMES
from games_app.templatetags.assets import modules, style
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
    names: Mapping[str, str] | None = None,
) -> SafeString:
    """Return a game's board as an ``<svg>`` element, with the position's contents or empty.

    ``seed`` and ``side`` are those of the ``<game-board>`` around it: the match's public id, and the role
    shown nearest. Phones get the board upright unless ``lying``. ``names``, by role, are engraved instead of
    those of the sides. Raises LookupError for an unknown slug.
    """
    called = names or {}
    filled = drawing.board(slug).svg(
        position["facts"] if position else None,
        seed,
        side=side,
        upright=not lying and is_phone(context["request"]),
        words=lambda word: called.get(word) or gettext(word),
    )
    return mark_safe(filled)  # noqa: S308  (our own file, with numbers and names of its own parts)


@register.filter
def shape(slug: str) -> str:
    """Return "wide" or "square", from the drawing; style sheets choose a page's layout by it."""
    return "wide" if drawing.board(slug).is_wide else "square"


@register.simple_tag(takes_context=True)
def game_styles(context: Context, *slugs: str) -> SafeString:
    """Return the proportions of these games' boards, by default of all, so that pages reserve their space.

    Those of a single game hold for the whole page.
    """
    if len(slugs) == 1:
        return style(context, _proportions(*slugs, ":root"))
    return style(
        context, "".join(_proportions(slug, f'game-board[game="{slug}"]') for slug in slugs or GAMES)
    )


def _proportions(slug: str, where: str) -> str:
    drawn = drawing.board(slug)
    (width, height), (narrow, tall) = drawn.size(), drawn.size(upright=True)
    upright = f";--upright:calc({narrow:g}/{tall:g})" if drawn.plan.stands else ""
    return f"{where}{{--lying:calc({width:g}/{height:g}){upright}}}"


@register.simple_tag(takes_context=True)
def game_module(context: Context, slug: str) -> SafeString:
    """Return the script that only this game needs, if any."""
    entry = f"games/{slug}/game.js"
    return modules(context, entry) if finders.find(entry) else SafeString()
