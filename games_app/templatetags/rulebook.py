from __future__ import annotations

from django import template

from .. import terms
from ..models import Match
from ..rulebook import SHEETS, Text
from ..rulebook.terms import brief

register = template.Library()


@register.filter
def variant(match: Match) -> Text:
    """What sets the match apart from others of its game ("by hand, 5+3"), else empty."""
    game = match.series["game"] if match.series else 1
    words = (SHEETS[match.game].variant(match.options), brief(terms.read(match.terms), game))
    return ", ".join(str(word) for word in words if word)
