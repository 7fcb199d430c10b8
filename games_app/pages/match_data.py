"""Data of a match for the scripts of its page: events, a summary of decisions, ratings."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse, HttpResponseBase, JsonResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games_app.door.access import row_or_404, visible_or_404
from games_app.door.http import answers_json, number
from games_app.door.visitors import Request
from games_app.lists.event_log import PAGE, frames_after, frames_before, seq_of_ply
from games_app.lists.match_ratings import ratings_at, why_uncounted
from games_app.lists.summary import summary
from games_app.models import Match
from games_app.pages.app import lasts

LARGEST = 2**31
"""Bound of a seq and of a ply in a query."""


@answers_json
@require_safe
def events(request: Request, public_id: str) -> HttpResponse:
    """Return stored event frames in order: the newest, those ``before`` a seq, or the page with a ``ply``."""
    match = row_or_404(request, public_id)
    limit = min(number(request, "limit", LARGEST) or PAGE, PAGE)
    before, ply = number(request, "before", LARGEST), number(request, "ply", LARGEST)
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
        told = summary(public_id, match.seq, match.game, language)
        answer = HttpResponse(told, content_type="application/json")
    answer.headers["ETag"] = name
    patch_cache_control(answer, private=True, no_cache=True)
    return lasts(answer) if match.status == Match.Status.OVER else answer


def _around(public_id: str, ply: int, limit: int) -> list[tuple[int, str]]:
    """Return a page that begins half a page before the event which brought the match to ``ply``."""
    found = seq_of_ply(public_id, ply)
    if found is None:
        return frames_before(public_id, None, limit)
    return frames_after(public_id, max(found - 1 - limit // 2, 0), limit)


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
