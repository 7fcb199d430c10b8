"""``{% board "mancala" %}``: the game's one drawing, inlined; ``{{ "mancala"|shape }}``: its shape."""

from __future__ import annotations

import re
from functools import lru_cache

from django import template
from django.contrib.staticfiles import finders
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def board(slug: str) -> SafeString:
    """The empty board of a game as an ``<svg>`` element. An unknown slug: ``LookupError``."""
    return _drawing(slug)


@register.filter
def shape(slug: str) -> str:
    """ "wide" or "square", by the drawing: what the style sheets lay a page out by."""
    _, _, width, height = re.findall(r'viewBox="([^"]*)"', _drawing(slug))[0].split()
    return "wide" if float(width) > 1.5 * float(height) else "square"


@lru_cache(maxsize=32)
def _drawing(slug: str) -> SafeString:
    path = finders.find(f"boards/{slug}.svg")
    if not isinstance(path, str):
        raise LookupError(f"There is no drawing static/boards/{slug}.svg")
    with open(path, encoding="utf-8") as file:
        return mark_safe(file.read())  # noqa: S308 -- our own file, never a person's text
