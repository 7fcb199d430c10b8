"""Template tags for boards, guides and charts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.template.context import Context
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games_app import drawing
from games_app.door.visitors import is_phone
from games_app.drawing.charts import Chart
from games_app.drawing.faces import symbols
from games_app.drawing.plan import source
from games_app.games.catalogue import GUIDES
from games_app.games.guide import Drawn, Figure, Guide, figures
from games_app.games.rules import RULE_SETS, get_game
from games_app.pages.templatetags.assets import modules, style

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


@register.simple_tag
def face_symbols(keys: Iterable[str], own: str) -> SafeString:
    """Return the symbols of these faces and of the reader's own, in place of the file with all of them."""
    return mark_safe(symbols([*keys, own]))  # noqa: S308  (our own file)


@register.filter
def shape(slug: str) -> str:
    """Return "wide" or "square", from the drawing; style sheets choose a page's layout by it."""
    return "wide" if drawing.board(slug).is_wide else "square"


@register.filter
def is_long(slug: str) -> bool:
    return drawing.board(slug).is_long


@register.simple_tag(takes_context=True)
def game_styles(context: Context, *slugs: str) -> SafeString:
    """Return the proportions of these games' boards, by default of all, so that pages reserve their space.

    Those of a single game apply to the whole page.
    """
    if len(slugs) == 1:
        return style(context, _proportions(*slugs, ":root"))
    return style(
        context, "".join(_proportions(slug, f'game-board[game="{slug}"]') for slug in slugs or RULE_SETS)
    )


@lru_cache(maxsize=64)
def _proportions(slug: str, where: str) -> str:
    drawn = drawing.board(slug)
    (width, height), (narrow, tall) = drawn.size(), drawn.size(upright=True)
    upright = f";--upright:calc({narrow:g}/{tall:g})" if drawn.plan.stands else ""
    return f"{where}{{--lying:calc({width:g}/{height:g}){upright}}}"


@register.simple_tag(takes_context=True)
def game_module(context: Context, slug: str) -> SafeString:
    """Return the script that only this game needs, whatever its rule set, if there is one."""
    entry = f"games/{get_game(slug).family}/game.js"
    return modules(context, entry) if _exists(entry) else SafeString()


@lru_cache(maxsize=64)
def _exists(script: str) -> bool:
    return finders.find(script) is not None


@register.filter
def guide(slug: str) -> Guide | None:
    return GUIDES.get(slug)


@register.filter
def diagrams(guide: Guide | None) -> list[Figure]:
    return figures(guide) if guide else []


@register.filter
def on_card(figures: list[Figure], shown: bool) -> list[Figure]:
    """Return the figures of the rule card, or the others."""
    return [figure for figure in figures if figure.card == shown]


@register.simple_tag
def diagram(slug: str, drawn: Drawn) -> SafeString:
    """Return a position as ``<svg>``, which uses the parts of a whole board on the same page."""
    filled = drawing.board(slug).svg(drawn.facts, last=drawn.marked, words=gettext)
    return mark_safe(drawing.without_parts(filled))  # noqa: S308  (our own file and numbers)


@register.simple_tag
@lru_cache(maxsize=64)
def drawing_address(slug: str) -> str:
    """Return the address of a rule set's empty board, which browsers keep until the drawing changes."""
    digest = blake2b(source(slug).encode(), digest_size=6).hexdigest()
    return f"{reverse('board-svg', args=[slug])}?{digest}"


@register.simple_tag
def drawn(chart: Chart) -> SafeString:
    return mark_safe(chart.svg)  # noqa: S308  (our own drawing, which escapes its words)
