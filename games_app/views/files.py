"""Files of a match: its record as JSON and text, its pictures, and the verification of its record."""

from __future__ import annotations

from typing import Any

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games_app.drawing import board
from games_app.lib import clock
from games_app.lib.rate_limit import RateLimit, whole_seconds
from games_app.models import Match
from games_app.notation import MatchFile, text
from games_app.rules import get_game
from games_app.services.archive.exports import exported
from games_app.services.archive.verify import Verdict, verdict
from games_app.services.people import players
from games_app.services.queries import result_text
from games_app.services.state.match_state import MatchState
from games_app.services.state.visible import may_see
from games_app.views import limits, sharing
from games_app.views.http import form_view
from games_app.views.matches import closed, match_or_404, must_have_begun, visible_or_404
from games_app.views.one_at_a_time import PATIENCE, OneAtATime
from games_app.views.preview import later
from games_app.views.visitors import wait_ms

EXPORTING = RateLimit("export", burst=30, per_second=1)
VERIFYING = RateLimit("verify", burst=6, per_second=1 / 10)
"""Rate limit of verifications per address: replaying a long match takes seconds."""

_replaying = OneAtATime()


@form_view(limits.FORMS)
def page(request: HttpRequest, public_id: str) -> HttpResponse:
    """List the files of the match; a POST also verifies its record."""
    match = match_or_404(public_id)
    must_have_begun(match.row)
    if not may_see(match.row, players.known(request.session)):
        return closed(request, match)
    if request.method != "POST":
        return _page(request, match)
    if wait := wait_ms(request, VERIFYING):
        return _page(request, match, 429, wait=whole_seconds(wait))
    with _replaying.held() as mine:
        if not mine:
            return _page(request, match, 503, wait=round(PATIENCE))
        found = verdict(public_id)
    return _page(request, match_or_404(public_id), verdict=found)


@require_safe
def as_json(request: HttpRequest, public_id: str) -> HttpResponse:
    return _file(request, public_id, "json")


@require_safe
def as_text(request: HttpRequest, public_id: str) -> HttpResponse:
    return _file(request, public_id, "txt")


def written_out(written: MatchFile, kind: str) -> bytes:
    """Return the content of a file of the match; ``kind`` is "json" or "txt"."""
    return msgspec.json.encode(written) if kind == "json" else text(written).encode()


def file_name(written: MatchFile, kind: str) -> str:
    """Return a file name such as "2026-11-20-congkak-abcdefghjk.txt"."""
    return f"{clock.moment(written.began):%Y-%m-%d}-{written.game}-{written.match}.{kind}"


def site_of(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


def _file(request: HttpRequest, public_id: str, kind: str) -> HttpResponse:
    match = visible_or_404(request, public_id)
    must_have_begun(match.row)
    if wait := wait_ms(request, EXPORTING):
        return later(_("Too many downloads at once. Try again in a moment."), 429, wait)
    written = exported(match.row, site_of(request))
    answer = HttpResponse(
        written_out(written, kind),
        content_type="application/json" if kind == "json" else "text/plain; charset=utf-8",
    )
    answer["Content-Disposition"] = f'inline; filename="{file_name(written, kind)}"'
    if match.row.visibility != Match.Visibility.PUBLIC:
        answer["X-Robots-Tag"] = "noindex"
    return answer


def _page(
    request: HttpRequest,
    match: MatchState,
    status: int = 200,
    *,
    verdict: Verdict | None = None,
    wait: int = 0,
) -> HttpResponse:
    context: dict[str, Any] = {
        "match": match,
        "game": get_game(match.row.game),
        "title": sharing.title(match),
        "result": result_text.sentence(match.row, match.seats),
        "size": board(match.row.game).size(),
        "rounds": get_game(match.row.game).round_of(match.row.facts),
        "embedded": _embedded(request, match),
        "verdict": verdict,
        "wait": wait,
    }
    return render(request, "files.html", context, status=status)


def _embedded(request: HttpRequest, match: MatchState) -> str:
    """Return the URL of the live board for embedding, or an empty string if no site may embed it."""
    allowed = settings.EMBED_ANCESTORS and may_see(match.row, None)
    return request.build_absolute_uri(reverse("embed", args=[match.row.public_id])) if allowed else ""
