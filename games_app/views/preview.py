"""Preview pictures of shared links, 1200 x 630, made of the same drawings as the pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games_app.drawing.picture import Position, card, card_of_all
from games_app.drawing.png import png
from games_app.drawing.render_queue import Busy
from games_app.lib import clock
from games_app.lib.rate_limit import RateLimit, whole_seconds
from games_app.models import Match
from games_app.rules import GAMES, Game
from games_app.services.queries.samples import glimpse
from games_app.services.state.visible import may_see, public_position
from games_app.views.matches import GONE, match_or_404
from games_app.views.visitors import wait_ms

PAINTING = RateLimit("painting", burst=40_000, per_second=100)
"""Rate limit of rendering per address, in milliseconds of processor time: a burst of 40 s, then a tenth of a
processor. A rendered picture is cached for an hour.
"""
PNG_COST, FRAME_COST, SVG_COST = 300, 100, 10
"""Cost in milliseconds of a PNG, of a frame of an animation, and of composing an SVG."""

A_MINUTE, A_DAY = 60, 24 * 60 * 60


@require_safe
def of_match(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Return a picture of the match's position as spectators may see it."""
    match = match_or_404(public_id)
    if not may_see(match.row, None):
        return later(_("There is no match at this address."), 404)
    if match.row.status_at(clock.now()) in GONE:
        return later(_("There is nothing to see any more."), 410)
    shown = Position(match.row.game, public_position(match).facts, public_id)
    answer = _picture(
        request, card(shown, settings.SITE_NAME), A_DAY if match.row.status == Match.Status.OVER else A_MINUTE
    )
    if match.row.visibility == Match.Visibility.LINK:
        answer.headers["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
def of_game(request: HttpRequest, game: Game) -> HttpResponseBase:
    return _picture(request, card(_glimpse(game.slug), settings.SITE_NAME), A_DAY)


@require_safe
def of_site(request: HttpRequest) -> HttpResponseBase:
    return _picture(request, card_of_all(map(_glimpse, GAMES), settings.SITE_NAME), A_DAY)


def _glimpse(slug: str) -> Position:
    return Position(slug, glimpse(slug)[1]["facts"])


def _picture(request: HttpRequest, svg: str, max_age: int) -> HttpResponseBase:
    return cached_picture(request, Painting(svg, lambda: png(svg)), max_age)


@dataclass(frozen=True, slots=True)
class Painting:
    """A picture to be rendered unless it is cached; ``source`` determines it and makes its cache key."""

    source: str
    paint: Callable[[], bytes]
    """Renderer of the picture; raises Busy."""
    content_type: str = "image/png"
    cost: int = PNG_COST
    """Tokens of PAINTING, in milliseconds."""
    cache: str = "pictures"


def cached_picture(
    request: HttpRequest, painting: Painting, max_age: int, *, public: bool = True
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


def _painted(request: HttpRequest, painting: Painting, name: str) -> HttpResponse:
    cache = caches[painting.cache]
    picture: bytes | None = cache.get(name)
    if picture is None:
        if wait := wait_ms(request, PAINTING, painting.cost):
            return too_many(wait)
        try:
            picture = painting.paint()
        except Busy:
            return later(_("Too many pictures are asked for at the moment."), 503, 5000)
        cache.set(name, picture)
    return HttpResponse(picture, content_type=painting.content_type)


def too_many(wait: int) -> HttpResponse:
    return later(_("That were very many pictures at once. Try again in a moment."), 429, wait)


def later(words: str, status: int, wait: int = 0) -> HttpResponse:
    """Return ``words`` as plain text; ``wait`` is the Retry-After in milliseconds."""
    answer = HttpResponse(words, content_type="text/plain; charset=utf-8", status=status)
    if wait:
        answer.headers["Retry-After"] = str(whole_seconds(wait))
    return answer
