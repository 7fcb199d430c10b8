"""``{% board "mancala" position=position %}``: the drawing, filled; ``{{ "mancala"|shape }}``: its shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games_app import drawing
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
