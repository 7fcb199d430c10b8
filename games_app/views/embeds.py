"""Boards for pages of other sites: a match, the puzzle of the day, and oEmbed, which tells how to show it.

These pages are the same for all readers: no cookie is read or set.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe
from msgspec import json, to_builtins

from games_app.lib import clock
from games_app.models import Match
from games_app.rules import get_game
from games_app.services.people import membership
from games_app.services.puzzles import daily
from games_app.services.state.match_state import MatchState
from games_app.services.state.visibility import may_see, snapshot
from games_app.views import sharing
from games_app.views.access import GONE, match_or_404
from games_app.views.context import APPEARANCE
from games_app.views.http import BadQuery, answers_json, number, problem
from games_app.views.puzzles import daily_puzzle_board

WIDTH, HEIGHT = 600, 400
"""Size of a frame in pixels, where the other site sets no limit."""
ANYWHERE = ["*"]
LARGEST = 10_000


@require_safe
@xframe_options_exempt
def embed(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Show a read-only board of the match. Once it is over, one can step through it."""
    match = match_or_404(public_id)
    row, now = match.row, clock.now()
    context: dict[str, object] = {"theme": _theme(request), "match": match, "game": get_game(row.game)}
    if row.status_at(now) in GONE:
        return _framed(request, context | {"words": _("This match did not take place.")}, status=410)
    if not may_see(row, None):
        return _framed(request, context | {"words": _("This match is for its two players.")}, status=403)
    shown = to_builtins(snapshot(match, (), [], now))
    context |= {"snapshot": shown, "title": sharing.title(match)}
    return _framed(request, context, anywhere=is_shown_anywhere(row))


@require_safe
@xframe_options_exempt
def puzzle_of_the_day(request: HttpRequest) -> HttpResponseBase:
    """Show the board of the puzzle of the day, with a link to it."""
    today = daily.shown_on_front_page(clock.now())
    context = {"theme": _theme(request), "today": today} | daily_puzzle_board(today)
    return _framed(request, context, "embed_puzzle.html", anywhere=not membership.is_closed_to(None))


@answers_json
@require_safe
@cache_control(public=True, max_age=3600)
def oembed(request: HttpRequest) -> HttpResponse:
    """Tell how to show a public match that is over, or the puzzle of the day: https://oembed.com."""
    if request.GET.get("format", "json") != "json":
        return problem("bad_query", _("Only JSON is given here. Leave format out."), 501)
    try:
        width = min(WIDTH, number(request, "maxwidth", LARGEST) or WIDTH)
        height = min(HEIGHT, number(request, "maxheight", LARGEST) or HEIGHT)
    except BadQuery as error:
        return problem("bad_query", str(error), 400)
    frame, title, picture = _embedded(request, request.GET.get("url", ""))
    html = render_to_string(
        "partials/frame.html", {"address": frame, "width": width, "height": height, "title": title}
    )
    told: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": settings.SITE_NAME,
        "provider_url": request.build_absolute_uri("/"),
        "width": width,
        "height": height,
        "html": html.strip(),
    }
    if picture:
        told |= {"thumbnail_url": picture, "thumbnail_width": 1200, "thumbnail_height": 630}
    return HttpResponse(json.encode(told), content_type="application/json")


def is_shown_anywhere(row: Match) -> bool:
    """Return whether pages of any site may show the match: it is public, over, and the site is open."""
    is_public = row.visibility == Match.Visibility.PUBLIC and row.status == Match.Status.OVER
    return is_public and not membership.is_closed_to(None)


def _embedded(request: HttpRequest, address: str) -> tuple[str, str, str]:
    """Return the address for a frame, its title and a picture, of a page of this site. Raises Http404."""
    try:
        parts = urlsplit(address)
        found = resolve(parts.path)
    except (ValueError, Resolver404):
        raise Http404 from None
    if parts.netloc != request.get_host():
        raise Http404
    if found.url_name == "puzzles" and not membership.is_closed_to(None):
        return request.build_absolute_uri(reverse("embed-puzzle")), _("Puzzle of the day"), ""
    if found.url_name != "match":
        raise Http404
    match: MatchState = match_or_404(found.kwargs["public_id"])
    if not is_shown_anywhere(match.row):
        raise Http404
    told = sharing.match_sharing(request, match)
    return request.build_absolute_uri(reverse("embed", args=[match.row.public_id])), told.title, told.image


def _framed(
    request: HttpRequest,
    context: dict[str, object],
    page: str = "embed.html",
    *,
    anywhere: bool = False,
    status: int = 200,
) -> HttpResponseBase:
    """Return the page for frames ``anywhere``, or on the sites in EMBED_ANCESTORS."""
    ancestors = ANYWHERE if anywhere else settings.EMBED_ANCESTORS or ["'none'"]
    allowed = csp_replace({"frame-ancestors": ancestors})
    return allowed(lambda asked: render(asked, page, context, status=status))(request)


def _theme(request: HttpRequest) -> str:
    """Return the theme that the embedding page requests by ``?theme=dark``, otherwise the device's."""
    wanted = request.GET.get("theme", "")
    return wanted if wanted in APPEARANCE["theme"] else "auto"
