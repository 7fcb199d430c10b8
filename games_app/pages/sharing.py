"""Sharing: Open Graph metadata of a link, its QR code, and boards for pages of other sites, with oEmbed.

The boards are the same for all readers: no cookie is read or set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import segno
from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve, reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe
from msgspec import json, to_builtins

from games_app import site_settings
from games_app.analysis.pages.puzzles import daily_puzzle_board
from games_app.analysis.puzzles import daily
from games_app.door.access import NEVER_BEGAN, match_or_404
from games_app.door.context import APPEARANCE
from games_app.door.http import answers_json, number, refused
from games_app.games.catalogue import SHEETS
from games_app.games.rules import Game, get_game
from games_app.games.sheet import Text
from games_app.lib import clock
from games_app.lib.names import isolated
from games_app.lib.refusals import Refusal
from games_app.lists import result_text
from games_app.lists.result_text import seat_name
from games_app.match.match_state import MatchState
from games_app.match.visibility import may_see, public_position, snapshot
from games_app.models import Match, Puzzle
from games_app.people import membership


@dataclass(frozen=True, slots=True)
class Sharing:
    title: str
    description: str
    address: str
    image: str
    """URL of a picture of 1200 x 630."""
    alt: str
    """Text alternative of the picture."""


def site_sharing(request: HttpRequest) -> Sharing:
    return Sharing(
        _("%(site)s: board games with a friend") % {"site": site_settings.current().site_name},
        _("Board games for two. Send a friend a link and play at once; no account needed."),
        _address(request, reverse("home")),
        _address(request, reverse("site-picture")),
        _("The boards, with a game going on each"),
    )


def game_sharing(request: HttpRequest, game: Game) -> Sharing:
    return Sharing(
        _("%(game)s with a friend") % {"game": game.name},
        str(SHEETS[game.slug].sentence),
        _address(request, request.path),
        _address(request, reverse("game-picture", args=[game])),
        _("The board of %(game)s in the middle of a game") % {"game": game.name},
    )


def puzzle_sharing(request: HttpRequest, puzzle: Puzzle) -> Sharing:
    """Return the metadata of a puzzle, which tell nothing of its solution."""
    game = get_game(puzzle.game)
    return Sharing(
        _("Puzzle, %(game)s") % {"game": game.name},
        _("One move wins, and only one. Find it."),
        _address(request, reverse("puzzle", args=[puzzle.public_id])),
        _address(request, reverse("puzzle-picture", args=[puzzle.public_id])),
        _("The position of the puzzle"),
    )


def match_sharing(request: HttpRequest, match: MatchState) -> Sharing:
    """Return the metadata of a match; it contains nothing that spectators may not see."""
    row = match.row
    invites = row.status == Match.Status.WAITING
    # The picture's URL changes with the match, so that other sites' caches fetch the new one.
    picture = f"{reverse('match-picture', args=[row.public_id])}?at={row.seq}"
    return Sharing(
        title(match),
        _invited(match) if invites else f"{_players(match)} {_standing(match)} {_turn(match)}",
        _address(request, reverse("match", args=[row.public_id])),
        _address(request, picture),
        _("The board of %(game)s as it stands") % {"game": get_game(row.game).name},
    )


def title(match: MatchState) -> str:
    if match.row.status == Match.Status.WAITING:
        return invitation(match, match.host.name)
    names = " – ".join(isolated(str(seat_name(seat))) for seat in match.seats.values())
    return f"{names}, {get_game(match.row.game).name}"


def invitation(match: MatchState, name: Text) -> str:
    return _("%(name)s invites you to %(game)s") % {"name": name, "game": get_game(match.row.game).name}


def _invited(match: MatchState) -> str:
    sentence = SHEETS[match.row.game].sentence
    return f"{sentence} {_('Open the link and press Play; no account is needed.')}"


def _players(match: MatchState) -> str:
    if match.hotseat:
        return _("Two people play at one screen.")
    (first, first_seat), (second, second_seat) = match.seats.items()
    words = {
        "one": seat_name(first_seat),
        "first": _(first),
        "other": seat_name(second_seat),
        "second": _(second),
    }
    return _("%(one)s plays %(first)s, %(other)s plays %(second)s.") % words


def _standing(match: MatchState) -> str:
    """Return a sentence such as "Shells in the storehouse: south 23, north 14."."""
    score = get_game(match.row.game).score(public_position(match).facts)
    if not score:
        return ""
    counted = SHEETS[match.row.game].counted
    return f"{counted}: {', '.join(f'{_(role)} {score[role]}' for role in match.seats)}."


def _turn(match: MatchState) -> str:
    row = match.row
    if row.status == Match.Status.OVER:
        return result_text.sentence(row, match.seats)
    movers = match.state.to_move
    if len(movers) > 1:
        return _("Both are to move.")
    return _("It is %(name)s's turn.") % {"name": seat_name(match.seats[movers[0]])}


class LinkForOthers(NamedTuple):
    """A link that people hand on."""

    link: str
    only_here: bool
    """True if it works on this machine only."""
    in_the_network: bool
    """True if it works in the local network."""


def link_for_others(request: HttpRequest, path: str) -> LinkForOthers:
    """Return the link to a page of this site by a name that others can use, if there is one."""
    at_this_machine = _is_at_this_machine(request)
    site = settings.LAN_URL if at_this_machine else ""
    link = f"{site}{path}" if site else request.build_absolute_uri(path)
    return LinkForOthers(link, at_this_machine and not site, bool(site))


def _is_at_this_machine(request: HttpRequest) -> bool:
    """Return whether the page was opened at the machine that serves it, by a name that others can't use."""
    host = urlsplit(f"//{request.get_host()}").hostname
    return host in ("localhost", "127.0.0.1", "::1") and request.META["REMOTE_ADDR"] in ("127.0.0.1", "::1")


def _address(request: HttpRequest, path: str) -> str:
    return request.build_absolute_uri(path)


@require_safe
@cache_control(public=True, max_age=3600)
def qr_code_of_match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the QR code of a match that everybody may see, as SVG."""
    match = match_or_404(public_id)
    if not may_see(match.row, None):
        raise Http404(_("There is no match at this address."))
    link = request.build_absolute_uri(reverse("match", args=[public_id]))
    return HttpResponse(_qr_picture(link), content_type="image/svg+xml")


def qr_code(link: str) -> SafeString:
    """Return a QR code of the link as inline SVG, dark on white so that it scans in the dark theme too."""
    drawn = _code(link).svg_inline(**_LOOK, svgclass="qr", omitsize=True)
    return mark_safe(drawn)  # noqa: S308  (made of squares, not of text)


def _qr_picture(link: str) -> bytes:
    """Return the same as an SVG file."""
    file = BytesIO()
    _code(link).save(file, kind="svg", **_LOOK, svgclass=None, omitsize=True)
    return file.getvalue()


_LOOK: Mapping[str, Any] = {"border": 4, "dark": "#1f1b16", "light": "#fff", "lineclass": None}


def _code(link: str) -> segno.QRCode:
    return segno.make(link, error="m", micro=False)


WIDTH, HEIGHT = 600, 400
"""Size of a frame in pixels, where the other site sets no limit."""
LARGEST_SIDE = 10_000
ANYWHERE = ["*"]


@require_safe
@xframe_options_exempt
def embed(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Show a read-only board of the match. Once it is over, one can step through it."""
    match = match_or_404(public_id)
    row, now = match.row, clock.now()
    context: dict[str, object] = {"theme": _theme(request), "match": match, "game": get_game(row.game)}
    if row.status_at(now) in NEVER_BEGAN:
        return _framed(request, context | {"words": _("This match did not take place.")}, status=410)
    if not may_see(row, None):
        return _framed(request, context | {"words": _("This match is for its two players.")}, status=403)
    shown = to_builtins(snapshot(match, (), [], now))
    context |= {"snapshot": shown, "title": title(match)}
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
        return refused(Refusal("bad_query.format"), 501)
    width = min(WIDTH, number(request, "maxwidth", LARGEST_SIDE) or WIDTH)
    height = min(HEIGHT, number(request, "maxheight", LARGEST_SIDE) or HEIGHT)
    frame, title, picture = _embedded(request, request.GET.get("url", ""))
    html = render_to_string(
        "partials/frame.html", {"address": frame, "width": width, "height": height, "title": title}
    )
    description: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": site_settings.current().site_name,
        "provider_url": request.build_absolute_uri("/"),
        "width": width,
        "height": height,
        "html": html.strip(),
    }
    if picture:
        description |= {"thumbnail_url": picture, "thumbnail_width": 1200, "thumbnail_height": 630}
    return HttpResponse(json.encode(description), content_type="application/json")


@require_safe
def typed_link(request: HttpRequest, public_id: str, page: str) -> HttpResponse:
    """Redirect a link that was typed, or changed by a chat program, to the page that it means."""
    query = request.META["QUERY_STRING"]
    return redirect(reverse(page, args=[public_id]) + (f"?{query}" if query else ""))


def is_shown_anywhere(row: Match) -> bool:
    """Return whether pages of any site may show the match: it is public, over, and the site is open."""
    is_public = row.visibility == Match.Visibility.PUBLIC and row.status == Match.Status.OVER
    return is_public and not membership.is_closed_to(None)


def _embedded(request: HttpRequest, address: str) -> tuple[str, str, str]:
    """Return the address for a frame, its title and a picture, of a page of this site. Raises Http404."""
    try:
        parts = urlsplit(address)
        route = resolve(parts.path)
    except (ValueError, Resolver404):
        raise Http404 from None
    if parts.netloc != request.get_host():
        raise Http404
    if route.url_name == "puzzles" and not membership.is_closed_to(None):
        return request.build_absolute_uri(reverse("embed-puzzle")), _("Puzzle of the day"), ""
    if route.url_name != "match":
        raise Http404
    match: MatchState = match_or_404(route.kwargs["public_id"])
    if not is_shown_anywhere(match.row):
        raise Http404
    sharing = match_sharing(request, match)
    return (
        request.build_absolute_uri(reverse("embed", args=[match.row.public_id])),
        sharing.title,
        sharing.image,
    )


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
    return allowed(lambda page_request: render(page_request, page, context, status=status))(request)


def _theme(request: HttpRequest) -> str:
    """Return the theme that the embedding page requests by ``?theme=dark``, otherwise the device's."""
    theme = request.GET.get("theme", "")
    return theme if theme in APPEARANCE["theme"] else "auto"
