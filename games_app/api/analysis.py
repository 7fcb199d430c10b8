"""The HTTP API, version 1: reviews of matches and analyses of positions by the engine.

The engine helps nobody in a running match: what it may tell depends on the token's player.
"""

from __future__ import annotations

from typing import Any

from django.core import signing
from django.http import Http404, HttpResponse
from msgspec import Struct

from games_app.analysis.jobs.askers import Asker
from games_app.analysis.jobs.models import Job
from games_app.analysis.pages.analysis import (
    LARGEST_QUESTION,
    MOST_DECISIONS,
    UNDONE,
    Question,
    analysis_shown,
    no_such_position,
    position_shown,
)
from games_app.analysis.requests import (
    keep_waiting,
    position_of,
    request_position,
    request_review,
    review_of,
)
from games_app.api.door import Endpoint, acting, done, endpoint, json_answer
from games_app.door import limits
from games_app.door.access import row_or_404
from games_app.door.http import number, too_fast
from games_app.door.visitors import Request, wait_ms
from games_app.games.rules import InvalidFacts, UnknownGame, get_game
from games_app.lib.client_ip import address_hash
from games_app.people.api_tokens import READ

_signer = signing.Signer(salt="analysis")


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """An empty object."""


class Review(Struct, frozen=True):
    """Progress of the review of a match."""

    state: str
    """"none", "waiting", "running", "done", "failed" or "cancelled"."""
    done: int = 0
    of: int = 0
    """Number of decisions, of which so many are ``done``; 0 until it is known."""
    before: int = 0
    """Jobs that come first."""
    short: bool = False
    """True if the search was cut short."""
    mine: bool = False
    """True if nobody else waits for it."""
    decisions: list[dict[str, Any]] = []
    """Decisions that are found and not yet known, the last one of the match first."""
    summary: dict[str, Any] | None = None
    least_mistake: float | None = None
    """Minimum estimated loss that is marked as a mistake; null if the game marks none."""


class Analysis(Struct, frozen=True):
    """Progress of the analysis of a position. Ask again under its id within 20 seconds, or it ends."""

    id: str
    state: str
    before: int
    short: bool
    found: dict[str, Any] | None


KNOWN = {"known": "So many decisions, counted from the last one backwards, you have already."}


@endpoint(Endpoint("The state of a review", Review, query=KNOWN, needs_token=True))
def review(request: Request, public_id: str) -> HttpResponse:
    """Return how far the review of a match is, and go on waiting for it."""
    row, asker = row_or_404(request, public_id), _asker_of(request)
    known, job = number(request, "known", MOST_DECISIONS) or 0, review_of(row)
    if job:
        keep_waiting(job, asker)
    return json_answer(Review(**analysis_shown(row, job, known, asker, request.visitor.player_id)))


@endpoint(acting("Ask for the review of a match that is over", Review, Nothing, limits.REVIEWS, scope=READ))
def ask_for_review(request: Request, sent: Nothing, public_id: str) -> HttpResponse:
    """Ask the engine for the review of a match."""
    row, asker, reader = row_or_404(request, public_id), _asker_of(request), request.visitor.player_id
    job = request_review(row, asker, reader)
    return done(Review(**analysis_shown(row, job, 0, asker, reader)))


@endpoint(
    acting(
        "Ask for the analysis of a position",
        Analysis,
        Question,
        limits.POSITION_POLLS,
        scope=READ,
        largest=LARGEST_QUESTION,
    )
)
def ask_for_position(request: Request, question: Question) -> HttpResponse:
    """Ask the engine what a position is worth; asked again, it is the same job."""
    game, reader = question.game, request.visitor.player_id
    try:
        state = get_game(game).state_from_facts(question.facts)
        known = position_of(game, state)
        if (known is None or known.state in UNDONE) and (wait := wait_ms(request, limits.POSITIONS)):
            return too_fast(wait)
        job = request_position(game, state, _asker_of(request), reader)
    except (UnknownGame, InvalidFacts) as error:
        return no_such_position(error, 422)
    return done(_shown(job, reader), below=f"analysis/{_signer.sign(str(job.pk))}")


@endpoint(Endpoint("The state of an analysis", Analysis, needs_token=True))
def position(request: Request, token: str) -> HttpResponse:
    """Return how far the analysis of a position is, and go on waiting for it."""
    job = _job_or_404(token)
    keep_waiting(job, _asker_of(request))
    return json_answer(_shown(job, request.visitor.player_id))


def _job_or_404(name: str) -> Job:
    """Return the job of this name, which is signed: nobody finds those of others by counting."""
    try:
        job = Job.objects.filter(pk=int(_signer.unsign(name)), kind=Job.Kind.POSITION).first()
    except signing.BadSignature:
        job = None
    if job is None:
        raise Http404
    return job


def _shown(job: Job, reader: int | None) -> Analysis:
    return Analysis(_signer.sign(str(job.pk)), **position_shown(job, reader))


def _asker_of(request: Request) -> Asker:
    """Return the token's player as one who waits, from whichever program."""
    return Asker(f"api {request.visitor.player_id}", address_hash(request.visitor.client.address))
