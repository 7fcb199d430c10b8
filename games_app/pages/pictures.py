"""Pictures: positions, films, link previews and the site's icon."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import blake2b

import msgspec
from csp.decorators import csp_replace
from django.conf import settings
from django.core.cache import caches
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games_app import site_settings
from games_app.analysis.puzzles.selection import is_withheld
from games_app.door import limits
from games_app.door.access import NEVER_BEGAN, match_or_404, must_have_begun, visible_or_404
from games_app.door.http import number
from games_app.door.visitors import Request, wait_ms
from games_app.drawing.picture import PAPER, Position, card, card_of_all, picture, poster
from games_app.drawing.plan import source
from games_app.drawing.render_queue import Busy, Kind, chosen, film, png
from games_app.drawing.scene import last_stops
from games_app.games.rules import GAMES, Game
from games_app.lib import clock
from games_app.lib.rate_limit import whole_seconds
from games_app.lib.refusals import Refusal, Refused
from games_app.lists import event_log
from games_app.lists.event_log import PlyPosition
from games_app.lists.samples import glimpse
from games_app.match.visibility import may_see, public_position
from games_app.models import Match, Puzzle
from games_app.people.faces import face_of_seat

WIDTH = 1200
"""Width of a picture, in pixels."""
LARGEST = 10**6


@require_safe
@cache_control(public=True, max_age=365 * 24 * 60 * 60, immutable=True)
def board_svg(_request: Request, game: Game) -> HttpResponse:
    """Return the empty board of a rule set. Its address, by ``drawing_address``, changes with the drawing."""
    return HttpResponse(source(game.slug), content_type="image/svg+xml")


@require_safe
@cache_control(public=True, max_age=24 * 60 * 60)
def sample_svg(_request: Request, game: Game) -> HttpResponse:
    """Return the board of a game with an early position of its sample."""
    return HttpResponse(_sample_svg(game.slug), content_type="image/svg+xml")


@lru_cache(maxsize=64)
def _sample_svg(slug: str) -> str:
    return picture(_glimpse(slug), WIDTH)


@require_safe
@csp_replace({"style-src": ["'unsafe-inline'"]})  # type: ignore[arg-type]
def position_svg(request: Request, public_id: str) -> HttpResponseBase:
    """Return the position after ``ply``, or the present one. As a page of its own it needs inline style."""
    row = _begun(request, public_id)
    if wait := wait_ms(request, limits.PICTURES, SVG_COST):
        return too_many(wait)
    try:
        drawing = _position(request, row)
    except Refused as error:
        return retry_later(str(error), 400)
    answer = HttpResponse(drawing, content_type="image/svg+xml")
    patch_cache_control(answer, **{_cache_scope(row): True}, max_age=_max_age(row))
    return _with_robots_tag(answer, row)


@require_safe
def position_png(request: Request, public_id: str) -> HttpResponseBase:
    row = _begun(request, public_id)
    try:
        drawing = _position(request, row)
    except Refused as error:
        return retry_later(str(error), 400)
    painting = Painting(drawing, partial(png, drawing))
    return _with_robots_tag(
        cached_picture(request, painting, _max_age(row), public=_cache_scope(row) == "public"), row
    )


@require_safe
def moves(request: Request, public_id: str, kind: Kind) -> HttpResponseBase:
    """Return an animation of the match, of plies ``from`` to ``to``, or of a ``round``; sampled if long."""
    row = _begun(request, public_id)
    if wait := wait_ms(request, limits.PICTURES, SVG_COST):
        return too_many(wait)
    try:
        seqs, side = _requested_seqs(request, row), _side(request, row)
    except Refused as error:
        return retry_later(str(error), 400)
    shown = event_log.ply_positions(row, [seqs[place] for place in chosen(len(seqs))])
    frames = [_drawable(row, shown_position, side) for shown_position in shown]
    source = kind + msgspec.json.encode(frames).decode()
    cost = len(frames) * FRAME_COST
    painting = Painting(source, partial(film, frames, kind), f"image/{kind}", cost, "films")
    answer = cached_picture(request, painting, _max_age(row), public=_cache_scope(row) == "public")
    answer.headers["Content-Disposition"] = f'inline; filename="{row.game}-{row.public_id}.{kind}"'
    return _with_robots_tag(answer, row)


def _begun(request: Request, public_id: str) -> Match:
    row = visible_or_404(request, public_id).row
    must_have_begun(row)
    return row


def _position(request: Request, row: Match) -> str:
    ply = number(request, "ply", LARGEST)
    shown_position = event_log.position_after_ply(row, row.ply if ply is None else ply)
    if shown_position is None:
        raise Refused(Refusal("bad_query.ply", {"last": row.last_number}))
    return picture(_drawable(row, shown_position, _side(request, row)), WIDTH)


def _requested_seqs(request: Request, row: Match) -> Sequence[int]:
    which = number(request, "round", LARGEST)
    if which is not None:
        seqs = event_log.positions_of_round(row, which)
        if not seqs:
            raise Refused(Refusal("bad_query.round"))
        return seqs
    first, last = number(request, "from", LARGEST) or 0, number(request, "to", LARGEST)
    seqs = event_log.positions_between(row, first, LARGEST if last is None else last)
    if not seqs:
        raise Refused(Refusal("bad_query.plies", {"last": row.last_number}))
    return seqs


def _drawable(row: Match, shown_position: PlyPosition, side: str | None) -> Position:
    return Position(
        row.game, shown_position.facts, row.public_id, side, last=last_stops(shown_position.traces)
    )


def _side(request: Request, row: Match) -> str | None:
    """Return the role drawn nearest to the reader, or None for the drawing's default. Raises Refused."""
    side = request.GET.get("side")
    roles = [seat.role for seat in row.seats.all()]
    if side is not None and side not in roles:
        raise Refused(Refusal("bad_query.side", {"roles": ", ".join(roles)}))
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


PNG_COST, FRAME_COST, SVG_COST = 300, 100, 10
"""Cost in milliseconds of a PNG, of a frame of an animation, and of composing an SVG."""

A_MINUTE, A_DAY = 60, 24 * 60 * 60


@require_safe
def match_preview(request: Request, public_id: str) -> HttpResponseBase:
    """Return a picture of the match's position as spectators may see it."""
    match = match_or_404(public_id)
    if not may_see(match.row, None):
        return retry_later(_("There is no match at this address."), 404)
    if match.row.status_at(clock.now()) in NEVER_BEGAN:
        return retry_later(_("There is nothing to see any more."), 410)
    shown = Position(match.row.game, public_position(match).facts, public_id)
    drawing = card(
        shown, site_settings.current().site_name, [face_of_seat(seat) for seat in match.seats.values()]
    )
    answer = _picture(request, drawing, A_DAY if match.row.status == Match.Status.OVER else A_MINUTE)
    if match.row.visibility == Match.Visibility.LINK:
        answer.headers["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
def puzzle_preview(request: Request, public_id: str) -> HttpResponseBase:
    """Return a picture of the position of a puzzle; its solution is not in it."""
    row = Puzzle.objects.filter(public_id=public_id).first()
    if row is None or is_withheld(row, request.visitor.player):
        return retry_later(_("There is no puzzle at this address right now."), 404)
    drawing = card(Position(row.game, row.facts, public_id, row.role), site_settings.current().site_name)
    return cached_picture(request, Painting(drawing, partial(png, drawing)), A_MINUTE, public=False)


@require_safe
def game_preview(request: Request, game: Game) -> HttpResponseBase:
    return _picture(request, card(_glimpse(game.slug), site_settings.current().site_name), A_DAY)


@require_safe
def site_preview(request: Request) -> HttpResponseBase:
    return _picture(request, card_of_all(map(_glimpse, GAMES), site_settings.current().site_name), A_DAY)


@require_safe
def screenshot(request: Request, game: Game) -> HttpResponseBase:
    """Return a tall picture of the game, which browsers show to those who install the site."""
    shown = Position(game.slug, glimpse(game.slug)[1]["facts"], upright=True)
    return _picture(request, poster(shown, site_settings.current().site_name), A_DAY)


def _glimpse(slug: str) -> Position:
    return Position(slug, glimpse(slug)[1]["facts"])


def _picture(request: Request, svg: str, max_age: int) -> HttpResponseBase:
    return cached_picture(request, Painting(svg, partial(png, svg)), max_age)


@dataclass(frozen=True, slots=True)
class Painting:
    """A picture to be rendered unless it is cached; ``source`` determines it and makes its cache key."""

    source: str
    paint: Callable[[str], bytes]
    """Renderer of the picture, for a client's address; raises Busy."""
    content_type: str = "image/png"
    cost: int = PNG_COST
    """Tokens of ``limits.PICTURES``, in milliseconds."""
    cache: str = "pictures"


def cached_picture(
    request: Request, painting: Painting, max_age: int, *, public: bool = True
) -> HttpResponseBase:
    """Return the picture with a max-age in seconds.

    The ETag is a hash of its source: a client that has it gets 304, and it is rendered only once.
    """
    name = blake2b(painting.source.encode(), digest_size=16).hexdigest()
    answer = get_conditional_response(request, f'"{name}"') or _painted(request, painting, name)
    if answer.status_code in (200, 304):
        patch_cache_control(answer, **{"public" if public else "private": True}, max_age=max_age)
        answer.headers["ETag"] = f'"{name}"'
    return answer


def _painted(request: Request, painting: Painting, name: str) -> HttpResponse:
    cache = caches[painting.cache]
    picture: bytes | None = cache.get(name)
    if picture is None:
        if wait := wait_ms(request, limits.PICTURES, painting.cost):
            return too_many(wait)
        try:
            picture = painting.paint(request.visitor.client.address)
        except Busy:
            return retry_later(_("Too many pictures are being made right now."), 503, 5000)
        cache.set(name, picture)
    return HttpResponse(picture, content_type=painting.content_type)


def too_many(wait: int) -> HttpResponse:
    return retry_later(_("Too many pictures at once. Try again in a moment."), 429, wait)


def retry_later(words: str, status: int, wait: int = 0) -> HttpResponse:
    """Return ``words`` as plain text; ``wait`` is the Retry-After in milliseconds."""
    answer = HttpResponse(words, content_type="text/plain; charset=utf-8", status=status)
    if wait:
        answer.headers["Retry-After"] = str(whole_seconds(wait))
    return answer


ICON = settings.BASE_DIR / "static" / "icons" / "favicon.svg"


@require_safe
def favicon(request: Request) -> HttpResponse:
    """Redirect from the default path /favicon.ico to the icon."""
    return redirect(static("icons/favicon.svg"))


@require_safe
@cache_control(public=True, max_age=24 * 60 * 60)
def icon_png(request: Request, size: int) -> HttpResponse:
    """Return the icon as PNG on an opaque background: home screens crop it and don't accept SVG."""
    try:
        return HttpResponse(_icon_png(size), content_type="image/png")
    except Busy:
        return HttpResponse(status=503, headers={"Retry-After": "5"})


@lru_cache(maxsize=4)
def _icon_png(size: int) -> bytes:
    """Render the icon with a margin: a maskable icon may lose a tenth of its width at each side."""
    inner = f'<svg x="{0.18 * size:g}" y="{0.18 * size:g}" width="{0.66 * size:g}" height="{0.66 * size:g}"'
    icon = ICON.read_text(encoding="utf-8").replace("<svg", inner, 1)
    paper = f'<rect width="{size}" height="{size}" fill="{PAPER}"/>'
    return png(f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">{paper}{icon}</svg>')
