"""``{% small_board board %}``: a match on the wall, which uses the ``{% parts slug %}`` on the same page."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games_app import drawing
from games_app.services.queries.wall import Board

register = template.Library()


@register.simple_tag
def parts(slug: str) -> SafeString:
    """Return the empty board of a game with all parts that its other boards on this page use."""
    return mark_safe(drawing.board(slug).svg(None, words=gettext))  # noqa: S308  (our own file)


@register.simple_tag
def small_board(board: Board) -> SafeString:
    """Return a position as ``<svg>`` without its parts."""
    standing = board.standing
    filled = drawing.board(board.game).svg(standing.facts, board.id, last=standing.last, words=gettext)
    return mark_safe(drawing.without_parts(filled))  # noqa: S308  (our own file and numbers)
