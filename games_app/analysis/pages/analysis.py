"""Analysis by the engine: reviews, positions, tips and tried actions."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from msgspec import Struct

from games_app import rules_service
from games_app.analysis.fairness import fair_decisions, fair_position
from games_app.analysis.jobs.askers import Asker
from games_app.analysis.jobs.models import Job, Plain
from games_app.analysis.jobs.queue import ENDED
from games_app.analysis.opponent import public_state
from games_app.analysis.reasons import with_reasons
from games_app.analysis.requests import (
    belongs_to,
    cancel,
    is_own_first,
    keep_waiting,
    place_to_look,
    position_of,
    progress,
    request_position,
    request_review,
    request_tip,
    review_of,
    why_good,
)
from games_app.analysis.review import graded, summary
from games_app.door import limits
from games_app.door.access import row_or_404, visible_or_404
from games_app.door.http import (
    answer,
    by_method,
    json_view,
    no_game,
    number,
    refused,
    too_fast,
)
from games_app.door.visitors import Request, wait_ms
from games_app.games.engine.analyse import LEAST_MISTAKES
from games_app.games.rules import IllegalAction, InvalidFacts, InvalidOption, State, UnknownGame, get_game
from games_app.lib import clock
from games_app.lib.client_ip import address_hash
from games_app.lib.refusals import Refusal
from games_app.match.messages import Seq, TakeTip
from games_app.match.visibility import open_position
from games_app.models import Match
from games_app.record import use_cases
from games_app.record.commands.play import tip_refusal
from games_app.record.commands.registry import Command, turned_away

LARGEST_QUESTION = 8 * 1024
"""Largest request, in bytes. Facts take up to 1 300."""

MOST_DECISIONS = 2**20
UNDONE = (Job.State.FAILED, Job.State.CANCELLED)


class Question(Struct, forbid_unknown_fields=True, frozen=True):
    game: str
    facts: dict[str, Any]


def _get_review(request: Request, public_id: str) -> HttpResponse:
    row = row_or_404(request, public_id)
    received, job = number(request, "known", MOST_DECISIONS) or 0, review_of(row)
    if job:
        keep_waiting(job, asker_of(request))
    return answer(analysis_shown(row, job, received, asker_of(request), request.visitor.player_id))


@json_view(limits.POSITION_POLLS)
def _post_review(request: Request, public_id: str) -> HttpResponse:
    row = row_or_404(request, public_id)
    asker, reader = asker_of(request), request.visitor.player_id
    if not is_own_first(row, reader) and (wait := wait_ms(request, limits.REVIEWS)):
        return too_fast(wait)
    return answer(analysis_shown(row, request_review(row, asker, reader), 0, asker, reader))


review = by_method(get=_get_review, post=_post_review)
"""Return how far the review of a match is, with what is found; on POST, ask for it.

``known``: so many decisions, counted from the last one backwards, the client has already.
"""


@json_view(limits.FORMS)
def cancel_review(request: Request, public_id: str) -> HttpResponse:
    """Cancel the review of a match, if nobody but this browser has asked for it."""
    row = row_or_404(request, public_id)
    job, asker = review_of(row), asker_of(request)
    if job and belongs_to(job, asker):
        cancel(job)
    return answer(analysis_shown(row, review_of(row), 0, asker, request.visitor.player_id))


@json_view(limits.POSITION_POLLS, Question, LARGEST_QUESTION)
def position(request: Request, question: Question) -> HttpResponse:
    """Return what a position is worth, {"state", "found"}; asked again, how far it is by then."""
    game = question.game
    try:
        state = get_game(game).state_from_facts(question.facts)
        earlier_job = position_of(game, state)
        if (earlier_job is None or earlier_job.state in UNDONE) and (
            wait := wait_ms(request, limits.POSITIONS)
        ):
            return too_fast(wait)
        job = request_position(game, state, asker_of(request), request.visitor.player_id)
    except (UnknownGame, InvalidFacts) as error:
        return no_such_position(error, 400)
    return answer(position_shown(job, request.visitor.player_id))


def no_such_position(error: UnknownGame | InvalidFacts | InvalidOption, status: int) -> HttpResponse:
    """Return the answer to facts that no position of a game has."""
    if isinstance(error, UnknownGame):
        return refused(no_game("no_such_position", error.args[0]), status)
    return refused(Refusal("no_such_position", {"problem": str(error)}), status)


def position_shown(job: Job, reader: int | None) -> dict[str, Any]:
    """Return how far the analysis of a position is, and what is found of it that the reader may know."""
    now = progress(job)
    return {"state": now.state, "before": now.before, "short": now.short, "found": fair_position(job, reader)}


def asker_of(request: Request) -> Asker:
    client = request.visitor.client
    return Asker(client.browser, address_hash(client.address))


def analysis_shown(
    row: Match, job: Job | None, received: int, asker: Asker, reader: int | None
) -> dict[str, Any]:
    """Return the job's progress, its decisions but the last ``received``, and in the end a summary."""
    if job is None or row.status != Match.Status.OVER:
        return {"state": "none"}
    now = progress(job)
    decisions = now.result["decisions"] if now.result else []
    over = now.state in ENDED
    new = decisions[: max(0, len(decisions) - received)]
    fair = fair_decisions(row, decisions if over else new, reader)
    least = LEAST_MISTAKES.get(row.game)
    return {
        "state": now.state,
        "done": now.done,
        "of": now.of,
        "before": now.before,
        "mine": belongs_to(job, asker),
        "decisions": with_reasons(row, graded(fair, least))[: len(new)],
        "summary": summary(fair, least) if over else None,
        "least_mistake": least,
    }


LARGEST_TIP = 256
"""Largest request, in bytes."""


class TipBody(Struct, forbid_unknown_fields=True, frozen=True):
    """``base``: the event after which the player decides; ``move``: True for the move too."""

    base: Seq
    move: bool = False


@json_view(limits.TIPS, TipBody, LARGEST_TIP)
def tip(request: Request, body: TipBody, public_id: str) -> HttpResponse:
    """Return what to look at, {"state", "text", "stops"}, or how far the engine is.

    If asked, also the "move" and its "reason": the claim about what it does at once, or None.
    A tip is told only when it is stored that it was taken.
    """
    match, me = visible_or_404(request, public_id), request.visitor.player_id
    if me is None:
        return refused(Refusal("not_seated"), 409)
    taking = Command(TakeTip(cmd=f"tip-{body.base}", base=body.base), public_id, me)
    if refusal := turned_away(match, taking, clock.now()):
        return refused(refusal, 409)
    role = match.speaker(me)
    if refusal := tip_refusal(match, role, body.base):
        return refused(refusal, 409)
    job = request_tip(match, role, me, asker_of(request))
    if job.state not in ENDED:
        return answer({"state": job.state})
    if job.state != Job.State.DONE or not job.result:
        return refused(Refusal("no_tip"))
    stored = use_cases.take_tip(match, taking)
    if stored.refusal:
        return refused(stored.refusal, 409)
    action = job.result["action"]
    state = public_state(match, role)
    text, stops = place_to_look(state, match.row.game, role, action)
    content: Plain = {"state": job.state, "role": role, "text": text, "stops": stops}
    if body.move:
        content |= {"move": action, "reason": why_good(state, match.row.game, role, action)}
    return answer(content)


LARGEST_ATTEMPT = 8 * 1024
"""Largest request, in bytes. Facts take up to 1 300."""


class Attempt(Struct, forbid_unknown_fields=True, frozen=True):
    game: str
    facts: dict[str, Any]
    role: str
    action: str


@json_view(limits.TRIES, Attempt, LARGEST_ATTEMPT)
def try_action(request: Request, attempt: Attempt) -> HttpResponse:
    """Return the position after an action on the given facts, or the refusal by the rules."""
    if wait := limits.TRIES_OF_BROWSER.wait(request.visitor.client.browser):
        return too_fast(wait)
    try:
        state = get_game(attempt.game).state_from_facts(attempt.facts)
    except UnknownGame:
        return refused(Refusal("no_such_game"))
    except InvalidFacts as error:
        return no_such_position(error, 400)
    try:
        return answer(_played(state, attempt.role, attempt.action))
    except IllegalAction as error:
        message = Refusal.by_the_rules(error).message
        refusal = {"code": error.code, "args": error.args, "message": message}
        return answer({"refused": refusal})


def _played(state: State, role: str, action: str) -> dict[str, Any]:
    """Return the position after ``action`` and the plies forced by it. Raises IllegalAction."""
    accepted = rules_service.decide(state, role, action)
    own, *forced = accepted.plies
    return open_position(accepted.state) | {
        "trace": own.trace,
        "forced": [{"role": ply.role, "action": ply.action, "trace": ply.trace} for ply in forced],
    }
