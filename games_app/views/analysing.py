"""Analyses by the engine: of finished matches, and of single positions that nobody is playing."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games_app.engine_jobs.askers import MOST_WAITING, Asker, TooManyWaiting
from games_app.engine_jobs.models import Job
from games_app.lib.client_ip import address_hash
from games_app.lib.rate_limit import RateLimit
from games_app.lib.refusals import Refusal
from games_app.models import Match
from games_app.rules import InvalidFacts, UnknownGame, get_game
from games_app.services.engine.judgements import fair_decisions, fair_position
from games_app.services.engine.requests import (
    NotAnalysed,
    belongs_to,
    cancel,
    keep_waiting,
    position_of,
    progress,
    request_position,
    request_review,
    review_of,
)
from games_app.services.people import players
from games_app.views import limits
from games_app.views.http import answer, by_method, json_view, problem, refused, too_fast
from games_app.views.matches import row_or_404
from games_app.views.url_converters import BadQuery, number
from games_app.views.visitors import address_of, browser_key, wait_ms

POSITIONS = RateLimit("position", burst=60, per_second=0.2)
"""Rate limit of positions per address that nobody has asked for yet: each can take a worker ten seconds."""
CROWDED_SECONDS = 5
"""Retry-After, in seconds, of an analysis that is refused because the address has so many waiting."""
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


def _get_review(request: HttpRequest, public_id: str) -> HttpResponse:
    row = row_or_404(request, public_id)
    try:
        known = number(request, "known", MOST_DECISIONS) or 0
    except BadQuery as error:
        return problem("bad_query", str(error), 400)
    job = review_of(row)
    if job:
        keep_waiting(job, asker_of(request))
    return answer(_told(request, row, job, known))


@json_view(limits.REVIEWS)
def _post_review(request: HttpRequest, public_id: str) -> HttpResponse:
    row = row_or_404(request, public_id)
    try:
        job = request_review(row, asker_of(request), players.known(request.session))
        return answer(_told(request, row, job, 0))
    except NotAnalysed as error:
        return not_analysed(error)
    except TooManyWaiting:
        return crowded()


review = by_method(get=_get_review, post=_post_review)
"""Return how far the review of a match is, with what is found; on POST, ask for it.

``known``: so many decisions, counted from the last one backwards, the client has already.
"""


@json_view(limits.FORMS)
def cancel_review(request: HttpRequest, public_id: str) -> HttpResponse:
    """Cancel the review of a match, if nobody but this browser has asked for it."""
    row = row_or_404(request, public_id)
    job = review_of(row)
    if job and belongs_to(job, asker_of(request)):
        cancel(job)
    return answer(_told(request, row, review_of(row), 0))


@json_view(limits.LOOKS, Question, LARGEST_BODY)
def position(request: HttpRequest, question: Question) -> HttpResponse:
    """Return what a position is worth, {"state", "found"}; asked again, how far it is by then."""
    game = question.game
    try:
        state = get_game(game).state_from_facts(question.facts)
        known = position_of(game, state)
        if (known is None or known.state in UNDONE) and (wait := wait_ms(request, POSITIONS)):
            return too_fast(wait)
        job = request_position(game, state, asker_of(request), players.known(request.session))
    except (UnknownGame, InvalidFacts) as error:
        return problem("no_such_position", str(error), 400)
    except NotAnalysed as error:
        return not_analysed(error)
    except TooManyWaiting:
        return crowded()
    now = progress(job)
    found = fair_position(job, players.known(request.session))
    return answer({"state": now.state, "before": now.before, "short": now.short, "found": found})


def asker_of(request: HttpRequest) -> Asker:
    return Asker(browser_key(request), address_hash(address_of(request)))


def crowded() -> HttpResponse:
    """Return the answer to an address that has too many analyses waiting."""
    wait = {"limit": MOST_WAITING, "seconds": CROWDED_SECONDS}
    return refused(Refusal("too_many_analyses", wait, retry_ms=1000 * CROWDED_SECONDS), 429)


def not_analysed(error: NotAnalysed) -> HttpResponse:
    return problem(error.reason, _(SENTENCES[error.reason]), 409)


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
        "short": now.short,
        "mine": belongs_to(job, asker_of(request)),
        "decisions": fair_decisions(row, found[: max(0, len(found) - known)], players.known(request.session)),
    }
