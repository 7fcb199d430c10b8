"""Template tags for pages of puzzles."""

from __future__ import annotations

from django import template

from games_app.models import Puzzle
from games_app.pages import sharing

register = template.Library()


@register.simple_tag(takes_context=True)
def puzzle_sharing(context: template.Context, puzzle: Puzzle) -> sharing.Sharing:
    """Return what other sites show of a link to the puzzle."""
    return sharing.puzzle_sharing(context["request"], puzzle)
