from __future__ import annotations

from django import template

from ..models import Match
from ..rulebook import SHEETS, Text

register = template.Library()


@register.filter
def variant(match: Match) -> Text:
    """What sets the match apart from others of its game ("by hand"), else empty."""
    return SHEETS[match.game].variant(match.options)
