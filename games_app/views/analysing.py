"""Analyses by the engine: of finished matches, and of single positions that nobody is playing."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST
from msgspec import Struct

from games_app.engine_jobs.models import Job
from games_app.lib.rate_limit import RateLimit
from games_app.lib.refusals import Refusal
from games_app.models import Match
from games_app.rules import InvalidFacts, State, UnknownGame, get_game
from games_app.services.engine.judgements import fair_decisions, fair_position
from games_app.services.engine.requests import (
    NotAnalysed,
    belongs_to,
    cancel,
    position_of,
    progress,
    request_position,
    request_review,
    review_of,
)
from games_app.services.people import players
from games_app.views.matches import row_or_404
from games_app.views.url_converters import BadQuery, number
from games_app.views.visitors import browser_key, wait_ms

REVIEWS = RateLimit("review", burst=60, per_second=0.2)
"""Rate limit of reviews per address: enough for a class that looks at its matches together."""

POSITIONS = RateLimit("position", burst=60, per_second=0.2)
"""Rate limit of positions per address that nobody has asked for yet: each can take a worker ten seconds."""
LOOKS = RateLimit("position-looks", burst=400, per_second=40)
"""Rate limit per address of looking whether one is done, enough for a classroom behind one."""
LARGEST_BODY = 8 * 1024
"""Largest request, in bytes. Facts take up to 1 300."""

MOST_DECISIONS = 2**20
UNDONE = (Job.State.FAILED, Job.State.CANCELLED)

SENTENCES = {
    "in_play": gettext_noop(
        "Somebody is playing one of these positions now. Analyse it when that match is over."
    ),
    "seated": gettext_noop(
        "You are playing this game against somebody. Ask the engine again when that match is over."
    ),
    "unplayed": gettext_noop("There is nothing to analyse: this match wasn't played."),
    "no_engine": gettext_noop(
        "This position can't be analysed: the game is over, a move is half done, or both sides are to choose."
    ),
}


class Question(Struct, forbid_unknown_fields=True, frozen=True):
    game: str
    facts: dict[str, Any]


class Unreadable(ValueError):
    """An invalid request body; the message says why."""


_decoder = msgspec.json.Decoder(Question)


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
        return answer(
            _told(
                request, row, request_review(row, browser_key(request), players.known(request.session)), known
            )
        )
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


@require_POST
def position(request: HttpRequest) -> HttpResponse:
    """Return what a position is worth, {"state", "found"}; asked again, how far it is by then."""
    if wait := wait_ms(request, LOOKS):
        return too_fast(wait)
    try:
        game, state = _read(request)
        known = position_of(game, state)
        if (known is None or known.state in UNDONE) and (wait := wait_ms(request, POSITIONS)):
            return too_fast(wait)
        job = request_position(game, state, players.known(request.session))
    except (Unreadable, UnknownGame, InvalidFacts) as error:
        return answer({"message": str(error)}, 400)
    except NotAnalysed as error:
        return not_analysed(error)
    now = progress(job)
    found = fair_position(job, players.known(request.session))
    return answer({"state": now.state, "before": now.before, "found": found})


def _read(request: HttpRequest) -> tuple[str, State]:
    """Return the game and the position that are asked for. Raises Unreadable, UnknownGame, InvalidFacts."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > LARGEST_BODY:
        raise Unreadable(_("That is too large: at most {most} bytes are read.").format(most=LARGEST_BODY))
    try:
        question = _decoder.decode(request.body)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Unreadable(_("That can't be read. Send JSON with game and facts.")) from error
    return question.game, get_game(question.game).state_from_facts(question.facts)


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
        "decisions": fair_decisions(row, found[: max(0, len(found) - known)], players.known(request.session)),
    }
