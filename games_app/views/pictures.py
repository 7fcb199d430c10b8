"""Pictures of a match: one position as SVG or PNG, and its moves as an animation."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games_app.drawing.animation import Kind, chosen, film
from games_app.drawing.last import last_stops
from games_app.drawing.picture import Position, picture
from games_app.drawing.png import png
from games_app.models import Match
from games_app.services.queries import ply_positions
from games_app.services.queries.ply_positions import PlyPosition
from games_app.views import preview
from games_app.views.matches import must_have_begun, visible_or_404
from games_app.views.preview import (
    A_DAY,
    A_MINUTE,
    FRAME_COST,
    SVG_COST,
    Painting,
    cached_picture,
    later,
    too_many,
)
from games_app.views.url_converters import BadQuery, number
from games_app.views.visitors import wait_ms

WIDTH = 1200
"""Width of a picture, in pixels."""
LARGEST = 10**6


@require_safe
@csp_replace({"style-src": ["'unsafe-inline'"]})  # type: ignore[arg-type]
def position_svg(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Return the position after ``ply``, or the present one. As a page of its own it needs inline style."""
    row = _begun(request, public_id)
    if wait := wait_ms(request, preview.PAINTING, SVG_COST):
        return too_many(wait)
    try:
        drawing = _position(request, row)
    except BadQuery as error:
        return later(str(error), 400)
    answer = HttpResponse(drawing, content_type="image/svg+xml")
    patch_cache_control(answer, **{_cache_scope(row): True}, max_age=_max_age(row))
    return _with_robots_tag(answer, row)


@require_safe
def position_png(request: HttpRequest, public_id: str) -> HttpResponseBase:
    row = _begun(request, public_id)
    try:
        drawing = _position(request, row)
    except BadQuery as error:
        return later(str(error), 400)
    painting = Painting(drawing, lambda: png(drawing))
    return _with_robots_tag(
        cached_picture(request, painting, _max_age(row), public=_cache_scope(row) == "public"), row
    )


@require_safe
def moves(request: HttpRequest, public_id: str, kind: Kind) -> HttpResponseBase:
    """Return an animation of the match, of plies ``from`` to ``to``, or of a ``round``; sampled if long."""
    row = _begun(request, public_id)
    if wait := wait_ms(request, preview.PAINTING, SVG_COST):
        return too_many(wait)
    try:
        seqs, side = _requested_seqs(request, row), _side(request, row)
    except BadQuery as error:
        return later(str(error), 400)
    shown = ply_positions.ply_positions(row, [seqs[place] for place in chosen(len(seqs))])
    frames = [_drawable(row, shown_position, side) for shown_position in shown]
    source = kind + msgspec.json.encode(frames).decode()
    cost = len(frames) * FRAME_COST
    painting = Painting(source, lambda: film(frames, kind), f"image/{kind}", cost, "films")
    answer = cached_picture(request, painting, _max_age(row), public=_cache_scope(row) == "public")
    answer.headers["Content-Disposition"] = f'inline; filename="{row.game}-{row.public_id}.{kind}"'
    return _with_robots_tag(answer, row)


def _begun(request: HttpRequest, public_id: str) -> Match:
    row = visible_or_404(request, public_id).row
    must_have_begun(row)
    return row


def _position(request: HttpRequest, row: Match) -> str:
    ply = number(request, "ply", LARGEST)
    shown_position = ply_positions.after_ply(row, row.ply if ply is None else ply)
    if shown_position is None:
        raise BadQuery(_("ply must be a number from 0 to {last}.").format(last=row.last_number))
    return picture(_drawable(row, shown_position, _side(request, row)), WIDTH)


def _requested_seqs(request: HttpRequest, row: Match) -> Sequence[int]:
    which = number(request, "round", LARGEST)
    if which is not None:
        seqs = ply_positions.of_round(row, which)
        if not seqs:
            raise BadQuery(_("This match has no such round."))
        return seqs
    first, last = number(request, "from", LARGEST) or 0, number(request, "to", LARGEST)
    seqs = ply_positions.between(row, first, LARGEST if last is None else last)
    if not seqs:
        text = _("from and to must be plies from 0 to {last}, from before to.")
        raise BadQuery(text.format(last=row.last_number))
    return seqs


def _drawable(row: Match, shown_position: PlyPosition, side: str | None) -> Position:
    return Position(
        row.game, shown_position.facts, row.public_id, side, last=last_stops(shown_position.traces)
    )


def _side(request: HttpRequest, row: Match) -> str | None:
    """Return the role drawn nearest to the reader, or None for the drawing's default. Raises BadQuery."""
    side = request.GET.get("side")
    roles = [seat.role for seat in row.seats.all()]
    if side is not None and side not in roles:
        raise BadQuery(_("side must be one of: {roles}.").format(roles=", ".join(roles)))
    return side


def _max_age(row: Match) -> int:
    """Return the max-age in seconds: pictures of a finished match don't change."""
    return A_DAY if row.status == Match.Status.OVER else A_MINUTE


def _cache_scope(row: Match) -> str:
    """Return the Cache-Control scope of the match's pictures, "public" or "private"."""
    return "private" if row.visibility == Match.Visibility.SEATS else "public"


def _with_robots_tag(answer: HttpResponseBase, row: Match) -> HttpResponseBase:
    if row.visibility != Match.Visibility.PUBLIC:
        answer.headers["X-Robots-Tag"] = "noindex"
    return answer
