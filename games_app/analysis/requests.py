"""Requests to the engine: reviews of finished matches, positions that nobody is playing, and tips."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from games_app.analysis.fairness import why_tip_withheld, why_withheld
from games_app.analysis.jobs import askers, queue
from games_app.analysis.jobs.askers import Asker
from games_app.analysis.jobs.models import Job, Plain, position_text
from games_app.analysis.opponent import is_opening, public_state
from games_app.games.catalogue import MOTIFS, TIPS
from games_app.games.claims import at_once
from games_app.games.engine.analyse import (
    CannotAnalyse,
    analysable,
    compact_form,
    engine_name,
    searchable,
)
from games_app.games.engine.levels import LEVELS
from games_app.games.rules import State, get_game
from games_app.games.tactics import decision_of, look_at
from games_app.lib import clock
from games_app.lib.refusals import Refusal, Refused
from games_app.match.match_state import MatchState
from games_app.models import Match


@dataclass(frozen=True, slots=True)
class JobProgress:
    """The progress of a job: its state, ``done`` of ``of`` parts, the jobs before it, the result so far.

    ``short``: the result comes from a search that was cut short, because others were waiting.
    """

    job: int
    state: str
    done: int
    of: int
    before: int
    short: bool
    result: Any


def request_review(row: Match, asker: Asker | None = None, reader: int | None = None) -> Job:
    """Return the job that reviews a match. Raises Refused.

    A review that had to leave something out, since somebody was playing it, is made anew.
    """
    if row.status == Match.Status.PLAYING:
        raise Refused(Refusal("in_play"))
    if row.status != Match.Status.OVER or not row.ply:
        raise Refused(Refusal("unplayed"))
    if why := why_withheld(reader, row.game, get_game(row.game).state_from_facts(row.facts), review=row):
        raise Refused(Refusal(why))
    limited = not is_own_first(row, reader)
    Job.objects.filter(key=_review_key(row), result__withheld=True).delete()
    about, engine = {"match": row.public_id}, _engine(row.game)
    return queue.ask(Job.Kind.REVIEW, row.public_id, about, engine, clock.now(), asker=asker, limited=limited)


def is_own_first(row: Match, reader: int | None) -> bool:
    """Return whether a player asks for the first review of their match, as its page does by itself.

    No limit counts it: a match has one. It is dropped like any other when no page waits for it.
    """
    return reader is not None and review_of(row) is None and row.seats.filter(player=reader).exists()


def request_position(game: str, state: State, asker: Asker | None = None, reader: int | None = None) -> Job:
    """Return the job that analyses a position. Raises Refused."""
    engine = _engine(game)
    state = _searched(state)
    if why := why_withheld(reader, game, state):
        raise Refused(Refusal(why))
    facts = state.facts()
    about, subject = {"game": game, "facts": facts}, f"{game} {position_text(facts)}"
    return queue.ask(Job.Kind.POSITION, subject, about, engine, clock.now(), asker=asker)


def position_of(game: str, state: State) -> Job | None:
    """Return the job that analyses a position, if somebody has asked for it. Raises Refused."""
    key = f"{Job.Kind.POSITION}:{game} {position_text(_searched(state).facts())}"
    return Job.objects.filter(key=key).first()


def review_of(row: Match) -> Job | None:
    """Return the job that reviews a match, if somebody has asked for it."""
    return Job.objects.filter(key=_review_key(row)).first()


def finished_reviews(public_ids: Collection[str]) -> dict[str, list[Plain]]:
    """Return the decisions of those of these matches that have been reviewed to the end, in one query."""
    keys = {f"{Job.Kind.REVIEW}:{public_id}": public_id for public_id in public_ids}
    done = Job.objects.filter(key__in=keys, state=Job.State.DONE, result__isnull=False)
    return {keys[job.key]: job.result["decisions"] for job in done if job.result}


def progress(job: Job) -> JobProgress:
    """Return how far a job is, as it is stored now."""
    job.refresh_from_db()
    before = askers.before(job, clock.now()) if job.state == Job.State.WAITING else 0
    return JobProgress(job.pk, job.state, job.done, job.of, before, job.short, job.result)


def keep_waiting(job: Job, asker: Asker) -> None:
    """Prolong the asker's request for a job, if it has one."""
    if job.state not in queue.ENDED:
        askers.prolong(job, asker, clock.now())


def belongs_to(job: Job, asker: Asker) -> bool:
    """Return whether nobody else waits for the job, so that ``asker`` may cancel it."""
    return askers.is_alone(job, asker, clock.now())


def cancel(job: Job) -> None:
    """Cancel a job that has not ended. Others may wait for it too."""
    queue.cancel(job)


def _searched(state: State) -> State:
    """Return the state in the form that is searched. Raises Refused."""
    try:
        state = searchable(state)
        compact_form(state)
    except CannotAnalyse:
        raise Refused(Refusal("no_engine")) from None
    return state


def _review_key(row: Match) -> str:
    return f"{Job.Kind.REVIEW}:{row.public_id}"


def _engine(game: str) -> str:
    try:
        return engine_name(game)
    except CannotAnalyse:
        raise Refused(Refusal("no_engine")) from None


def request_tip(match: MatchState, role: str, reader: int, asker: Asker) -> Job:
    """Return the job that finds a tip for the decision of ``role``: the strongest computer's move.

    Like the computer's own replies, a tip knows nothing of a choice that the other player has sealed. Raises
    Refused.
    """
    row, state = match.row, public_state(match, role)
    if row.game not in LEVELS:
        raise Refused(Refusal("no_engine.tip"))
    if reason := why_tip_withheld(row, reader, state, opening=is_opening(match)):
        raise Refused(Refusal(f"{reason}.tip"))
    strongest = LEVELS[row.game][-1].slug
    about = {"what": "act", "game": row.game, "role": role, "level": strongest, "facts": state.facts()}
    subject = f"{row.public_id} tip-{role}-{row.bases[role]}"
    return queue.ask(Job.Kind.REPLY, subject, about, engine_name(row.game), clock.now(), asker=asker)


def place_to_look(state: State, game: str, role: str, action: str) -> tuple[str, list[str]]:
    """Return a sentence, and the stops that it is about, by which ``role`` can find ``action``."""
    # A sowing by hand is told as if all shells fell at once: where they fall is what it is about.
    text, stops = look_at(TIPS[game], decision_of(analysable(state) or state, role, action))
    return str(text), stops


def why_good(state: State, game: str, role: str, action: str) -> Plain | None:
    """Return the claim about what ``action`` does at once, by the rules alone; None if it does nothing."""
    claim = at_once(MOTIFS.get(game, ()), analysable(state) or state, role, action)
    return claim.plain() if claim else None
