"""Open Graph metadata of pages: title, description and picture of a shared link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games_app.games.catalogue import SHEETS
from games_app.lib.names import isolated
from games_app.models import Match
from games_app.rules import Game, get_game
from games_app.services.queries import result_text
from games_app.services.queries.result_text import seat_name
from games_app.services.state.match_state import MatchState
from games_app.services.state.visibility import public_position


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
        _("%(site)s: board games with a friend") % {"site": settings.SITE_NAME},
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
        return _invitation(match)
    names = " – ".join(isolated(str(seat_name(seat))) for seat in match.seats.values())
    return f"{names}, {get_game(match.row.game).name}"


def _invitation(match: MatchState) -> str:
    words = {"name": match.host.name, "game": get_game(match.row.game).name}
    return _("%(name)s invites you to %(game)s") % words


def _invited(match: MatchState) -> str:
    sentence = SHEETS[match.row.game].sentence
    return f"{sentence} {_('Open the link and press Play; no account is needed.')}"


def _players(match: MatchState) -> str:
    if match.hotseat:
        return _("Two people play at one screen.")
    (first, one), (second, other) = match.seats.items()
    words = {"one": seat_name(one), "first": _(first), "other": seat_name(other), "second": _(second)}
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


def _address(request: HttpRequest, path: str) -> str:
    return request.build_absolute_uri(path)


def qr_code(link: str) -> SafeString:
    """Return a QR code of the link as inline SVG, dark on white so that it scans in the dark theme too."""
    drawn = _code(link).svg_inline(**_LOOK, svgclass="qr", omitsize=True)
    return mark_safe(drawn)  # noqa: S308  (made of squares, not of text)


def qr_picture(link: str) -> bytes:
    """Return the same as an SVG file."""
    file = BytesIO()
    _code(link).save(file, kind="svg", **_LOOK, svgclass=None, omitsize=True)
    return file.getvalue()


_LOOK: Mapping[str, Any] = {"border": 4, "dark": "#1f1b16", "light": "#fff", "lineclass": None}


def _code(link: str) -> segno.QRCode:
    return segno.make(link, error="m", micro=False)
