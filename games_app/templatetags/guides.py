"""``{{ "mancala"|guide }}``: a game's guide, or None; ``{% diagram slug drawn %}``: a diagram from it."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games_app import drawing
from games_app.games.catalogue import GUIDES
from games_app.games.diagrams import Drawn, Figure, figures
from games_app.games.guide import Guide

register = template.Library()


@register.filter
def guide(slug: str) -> Guide | None:
    return GUIDES.get(slug)


@register.filter
def diagrams(guide: Guide | None) -> list[Figure]:
    return figures(guide) if guide else []


@register.filter
def on_card(figures: list[Figure], wanted: bool) -> list[Figure]:
    """Return the figures of the rule card, or the others."""
    return [figure for figure in figures if figure.card == wanted]


@register.simple_tag
def diagram(slug: str, drawn: Drawn) -> SafeString:
    """Return a position as ``<svg>``, which uses the parts of a whole board on the same page."""
    filled = drawing.board(slug).svg(drawn.facts, last=drawn.marked, words=gettext)
    return mark_safe(drawing.without_parts(filled))  # noqa: S308  (our own file and numbers)
