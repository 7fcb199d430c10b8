"""The events of a match, page by page, for the move list and the review."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games_app.services.queries.event_log import PAGE, frames_after, frames_before, seq_of_ply
from games_app.services.queries.summary import summary
from games_app.views.http import answers_json, problem
from games_app.views.matches import row_or_404
from games_app.views.url_converters import BadQuery, number

LARGEST = 2**31


@answers_json
@require_safe
def events(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return stored event frames in order: the newest, those ``before`` a seq, or the page with a ``ply``."""
    match = row_or_404(request, public_id)
    try:
        limit = min(number(request, "limit", LARGEST) or PAGE, PAGE)
        before, ply = number(request, "before", LARGEST), number(request, "ply", LARGEST)
    except BadQuery as error:
        return problem("bad_query", str(error), 400)
    frames = frames_before(public_id, before, limit) if ply is None else _around(public_id, ply, limit)
    return HttpResponse(_page(frames, match.seq), content_type="application/json")


@answers_json
@require_safe
def match_summary(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Return the whole match in a few numbers per decision: ``services.queries.summary.Summary``."""
    match = row_or_404(request, public_id)
    language = get_language() or settings.LANGUAGE_CODE
    name = f'"{match.seq}-{language}"'
    answer = get_conditional_response(request, name)
    if answer is None:
        told = summary(public_id, match.seq, match.game, language)
        answer = HttpResponse(told, content_type="application/json")
    answer.headers["ETag"] = name
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


def _around(public_id: str, ply: int, limit: int) -> list[tuple[int, str]]:
    """Return a page that begins half a page before the event which brought the match to ``ply``."""
    found = seq_of_ply(public_id, ply)
    if found is None:
        return frames_before(public_id, None, limit)
    return frames_after(public_id, max(found - 1 - limit // 2, 0), limit)


def _page(frames: list[tuple[int, str]], newest: int) -> str:
    """Return the frames as one JSON object, without decoding them."""
    first = not frames or frames[0][0] == 1
    last = bool(frames) and frames[-1][0] >= newest
    texts = ",".join(text for _, text in frames)
    return f'{{"events":[{texts}],"first":{str(first).lower()},"last":{str(last).lower()}}}'
