"""The page of a match, and the data for its scripts: events, a summary of decisions, ratings.

The page is a waiting room, an invitation or a board. A GET request never takes a seat.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games_app.door import limits
from games_app.door.access import (
    NEVER_BEGAN,
    match_or_404,
    no_access_page,
    refusal_page,
    row_or_404,
    to_the_match,
    visible_or_404,
)
from games_app.door.http import answers_json, number
from games_app.door.page_cache import columns_of, is_stranger, placeholder, strangers_page
from games_app.door.visitors import Request, differs_by_device
from games_app.lib import clock
from games_app.lib.rooms import origin_of
from games_app.lists.event_log import PAGE, frames_after, frames_before, seq_of_ply
from games_app.lists.match_page import BoardPage
from games_app.lists.match_ratings import ratings_at, why_uncounted
from games_app.lists.summary import summary
from games_app.match.visibility import may_see
from games_app.models import Match
from games_app.pages import invitation
from games_app.pages.app import lasts
from games_app.pages.rulebook import offered
from games_app.pages.sharing import match_sharing
from games_app.record import use_cases


@require_safe
@differs_by_device
def page(request: Request, public_id: str) -> HttpResponse:
    """Show the waiting room, the invitation, the board or a refusal, by the match and the reader."""
    match, reader, now = match_or_404(public_id), request.visitor.player, clock.now()
    status = match.row.status_at(now)
    if status in NEVER_BEGAN:
        return invitation.gone(request, match)
    if not may_see(match.row, reader.pk if reader else None):
        return no_access_page(request, match)
    if status == Match.Status.WAITING:
        return invitation.invitation(request, match)
    board = _board(request, BoardPage(match, reader, now))
    return lasts(board) if status == Match.Status.OVER else board


@to_the_match(limits.FORMS)
def abandon(request: Request, public_id: str) -> HttpResponse:
    """End a deserted match."""
    match = visible_or_404(request, public_id)
    answer = use_cases.abandon(match, request.visitor.player_id)
    return refusal_page(request, match, answer.refusal) if answer.refusal else redirect("match", public_id)


NOW = placeholder()
"""Stands for the time in the page that all strangers get."""


def _board(request: Request, page: BoardPage) -> HttpResponse:
    match, guide = page.match, offered(request, page.game.slug)
    origin = origin_of(match.row.pk, page.reader_id)

    def context(snapshot: dict[str, Any]) -> dict[str, Any]:
        return {
            "match": match,
            "game": page.game,
            "page": page,
            "snapshot": snapshot,
            "guide": guide,
            "origin": origin,
            "sharing": match_sharing(request, match),
            "faces_inlined": True,
        }

    if not is_stranger(request):
        return render(request, "match.html", context(page.snapshot))
    rows = columns_of([match.row, *match.seats.values(), *(seat.player for seat in match.seats.values())])
    made_from = rows, page.ratings, page.games, page.uncounted, guide is None, origin
    now = {f'"{NOW}"': str(clock.ms(page.now))}
    return strangers_page(
        request, "match.html", made_from, lambda: context(page.snapshot | {"now": NOW}), now
    )


LARGEST_NUMBER = 2**31
"""Bound of a seq and of a ply in a query."""


@answers_json
@require_safe
def events(request: Request, public_id: str) -> HttpResponse:
    """Return stored event frames in order: the newest, those ``before`` a seq, or the page with a ``ply``."""
    match = row_or_404(request, public_id)
    limit = min(number(request, "limit", LARGEST_NUMBER) or PAGE, PAGE)
    before, ply = number(request, "before", LARGEST_NUMBER), number(request, "ply", LARGEST_NUMBER)
    frames = frames_before(public_id, before, limit) if ply is None else _around(public_id, ply, limit)
    answer = HttpResponse(_frames(frames, match.seq), content_type="application/json")
    return lasts(answer) if match.status == Match.Status.OVER else answer


@answers_json
@require_safe
def match_summary(request: Request, public_id: str) -> HttpResponseBase:
    """Return the whole match in a few numbers per decision: ``lists.summary.Summary``."""
    match = row_or_404(request, public_id)
    language = get_language() or settings.LANGUAGE_CODE
    name = f'"{match.seq}-{language}"'
    answer = get_conditional_response(request, name)
    if answer is None:
        body = summary(public_id, match.seq, match.game, language)
        answer = HttpResponse(body, content_type="application/json")
    answer.headers["ETag"] = name
    patch_cache_control(answer, private=True, no_cache=True)
    return lasts(answer) if match.status == Match.Status.OVER else answer


def _around(public_id: str, ply: int, limit: int) -> list[tuple[int, str]]:
    """Return a page that begins half a page before the event which brought the match to ``ply``."""
    seq = seq_of_ply(public_id, ply)
    if seq is None:
        return frames_before(public_id, None, limit)
    return frames_after(public_id, max(seq - 1 - limit // 2, 0), limit)


def _frames(frames: list[tuple[int, str]], newest: int) -> str:
    """Return the frames as one JSON object, without decoding them."""
    first = not frames or frames[0][0] == 1
    last = bool(frames) and frames[-1][0] >= newest
    texts = ",".join(text for _, text in frames)
    return f'{{"events":[{texts}],"first":{str(first).lower()},"last":{str(last).lower()}}}'


@answers_json
@require_safe
def match_ratings(request: Request, public_id: str) -> HttpResponse:
    """Return each role's rating in words with the change by the match, or why it doesn't count."""
    match = visible_or_404(request, public_id)
    reader = request.visitor.player_id
    answer = JsonResponse({"ratings": ratings_at(match), "uncounted": why_uncounted(match, reader)})
    return lasts(answer) if match.row.status == Match.Status.OVER else answer
