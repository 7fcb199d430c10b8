"""The HTTP API, version 1: reviews of matches, analyses of positions by the engine, and puzzles.

The engine helps nobody in a running match: what it may tell depends on the token's player.
"""

from __future__ import annotations

from typing import Any

from django.core import signing
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from msgspec import UNSET, Struct, UnsetType

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
from games_app.analysis.pages.puzzles import LARGEST_BODY, SHORT, Attempt, judgement, withheld
from games_app.analysis.puzzles import attempts, selection
from games_app.analysis.requests import (
    keep_waiting,
    position_of,
    request_position,
    request_review,
    review_of,
)
from games_app.api.door import Endpoint, acting, done, endpoint, json_answer, refused_command
from games_app.door import limits
from games_app.door.access import row_or_404
from games_app.door.http import number, too_fast
from games_app.door.visitors import Request, sender_of, wait_ms
from games_app.games.rules import IllegalAction, InvalidFacts, UnknownGame, get_game
from games_app.lib import clock
from games_app.lib.client_ip import address_hash
from games_app.lib.refusals import Refusal
from games_app.match.visibility import open_position
from games_app.models import Puzzle
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
    mine: bool = False
    """True if nobody else waits for it."""
    decisions: list[dict[str, Any]] = []
    """Decisions that are found and not yet known, the last one of the match first.

    Mistakes have up to two ``reasons``: what they brought about, and what the best decision does.
    """
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
    have, job = number(request, "known", MOST_DECISIONS) or 0, review_of(row)
    if job:
        keep_waiting(job, asker)
    return json_answer(Review(**analysis_shown(row, job, have, asker, request.visitor.player_id)))


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
        job_before = position_of(game, state)
        if (job_before is None or job_before.state in UNDONE) and (
            wait := wait_ms(request, limits.POSITIONS)
        ):
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


class PuzzleView(Struct, frozen=True):
    """A position in which exactly one action wins; several such decisions may follow each other."""

    id: str
    game: str
    role: str
    """The role that is to move and wins."""
    scope: str
    """"game", or "round" if the round is won."""
    decisions: int
    """Number of decisions in the solution."""
    position: dict[str, Any]


class Judgement(Struct, frozen=True):
    """A judged decision, and the position after it."""

    right: bool
    solved: bool
    fault: dict[str, Any] | None
    """Facts that are proved of a wrong decision."""
    plies: list[dict[str, Any]]
    position: dict[str, Any]
    follows: list[dict[str, Any]]
    """Automatic play after a right decision."""
    reason: dict[str, Any] | UnsetType | None = UNSET
    """Claim about what the solution wins, once it is found, or what a wrong decision allows, if known."""
    rating: dict[str, int] | UnsetType = UNSET
    """Your puzzle rating before and after, if this attempt counted."""
    themes: list[str] | UnsetType = UNSET
    streak: int | UnsetType = UNSET
    """Days in a row on which you solved the puzzle of the day."""


PUZZLE_QUERY = {
    "game": "Slug of a game.",
    "theme": "Name of a theme.",
    "last": "Id of the puzzle that you had last.",
}


@endpoint(Endpoint("A puzzle that is new to you, if there is one", PuzzleView, query=PUZZLE_QUERY))
def next_puzzle(request: Request) -> HttpResponse:
    """Return a puzzle of the wanted game and theme."""
    game, theme, last = (request.GET.get(name, "")[:SHORT] for name in PUZZLE_QUERY)
    row = selection.next_for(request.visitor.player, game, theme, last)
    return json_answer(_puzzle_view(row)) if row else refused_command(Refusal("no_puzzle"))


@endpoint(Endpoint("A puzzle, without its solution", PuzzleView))
def puzzle(request: Request, public_id: str) -> HttpResponse:
    """Return a puzzle."""
    row = get_object_or_404(Puzzle, public_id=public_id)
    return (
        withheld() if selection.is_withheld(row, request.visitor.player) else json_answer(_puzzle_view(row))
    )


@endpoint(acting("Judge a decision", Judgement, Attempt, limits.PUZZLES, largest=LARGEST_BODY))
def attempt(request: Request, sent: Attempt, public_id: str) -> HttpResponse:
    """Judge a decision after right ones. The first attempt counts, and a repetition changes nothing."""
    row, player = get_object_or_404(Puzzle, public_id=public_id), sender_of(request).player
    if selection.is_withheld(row, player):
        return withheld()
    try:
        judged = attempts.attempt(row, player, sent.taken, sent.action, clock.now())
    except IllegalAction as error:
        return refused_command(Refusal.by_the_rules(error))
    return done(Judgement(**judgement(row, player, sent, judged)))


def _puzzle_view(row: Puzzle) -> PuzzleView:
    state = get_game(row.game).state_from_facts(row.facts)
    return PuzzleView(row.public_id, row.game, row.role, row.scope, len(row.steps), open_position(state))
