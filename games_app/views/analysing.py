"""Analysis of a finished match by the engine: asked for, followed and cancelled."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from games_app.engine_jobs.models import Job
from games_app.lib.rate_limit import RateLimit
from games_app.lib.refusals import Refusal
from games_app.models import Match
from games_app.services.engine.judgements import fair_decisions
from games_app.services.engine.requests import (
    NotAnalysed,
    belongs_to,
    cancel,
    progress,
    request_review,
    review_of,
)
from games_app.views.matches import row_or_404
from games_app.views.url_converters import BadQuery, number
from games_app.views.visitors import browser_key, wait_ms

REVIEWS = RateLimit("review", burst=60, per_second=0.2)
"""Rate limit of reviews per address: enough for a class that looks at its matches together."""

MOST_DECISIONS = 2**20

SENTENCES = {
    "in_play": gettext_noop(
        "Somebody is playing one of these positions now. Analyse it when that match is over."
    ),
    "unplayed": gettext_noop("There is nothing to analyse: this match wasn't played."),
    "no_engine": gettext_noop("This can't be analysed here."),
}


@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return how far the review of a match is, with what is found; on POST, ask for it.

    ``known``: so many decisions, counted from the last one backwards, the client has already.
    """
    row = row_or_404(request, public_id)
    try:
        known = number(request, "known", MOST_DECISIONS) or 0
    except BadQuery as error:
        return answer({"message": str(error)}, 400)
    if request.method != "POST":
        return answer(_told(request, row, review_of(row), known))
    if wait := wait_ms(request, REVIEWS):
        return too_fast(wait)
    try:
        return answer(_told(request, row, request_review(row, browser_key(request)), known))
    except NotAnalysed as error:
        return not_analysed(error)


@require_POST
def cancel_review(request: HttpRequest, public_id: str) -> HttpResponse:
    """Cancel the review of a match, if nobody but this browser has asked for it."""
    row = row_or_404(request, public_id)
    job = review_of(row)
    if job and belongs_to(job, browser_key(request)):
        cancel(job)
    return answer(_told(request, row, review_of(row), 0))


def answer(body: dict[str, Any], status: int = 200) -> HttpResponse:
    response = HttpResponse(msgspec.json.encode(body), content_type="application/json", status=status)
    patch_cache_control(response, private=True, no_store=True)
    return response


def too_fast(wait: int) -> HttpResponse:
    message = Refusal("too_fast", {"seconds": max(wait / 1000, 0.1)}).message
    return answer({"message": message, "retry_ms": wait}, 429)


def not_analysed(error: NotAnalysed) -> HttpResponse:
    return answer({"reason": error.reason, "message": _(SENTENCES[error.reason])}, 409)


def _told(request: HttpRequest, row: Match, job: Job | None, known: int) -> dict[str, Any]:
    """Return the job's progress, and those of its decisions that are not ``known``."""
    if job is None or row.status != Match.Status.OVER:
        return {"state": "none"}
    now = progress(job)
    found = now.result["decisions"] if now.result else []
    return {
        "state": now.state,
        "done": now.done,
        "of": now.of,
        "before": now.before,
        "mine": belongs_to(job, browser_key(request)),
        "decisions": fair_decisions(row, found[: max(0, len(found) - known)]),
    }
