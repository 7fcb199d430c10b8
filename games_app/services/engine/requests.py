"""Requests to the engine: reviews of finished matches, and positions that nobody is playing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from games_app.engine.analyse import CannotAnalyse, compact_form, engine_name, searchable
from games_app.engine_jobs import queue
from games_app.engine_jobs.models import Job
from games_app.lib import clock
from games_app.models import Match
from games_app.rules import State, get_game
from games_app.services.engine.fairness import withheld
from games_app.services.engine.plain import position_text


class NotAnalysed(Exception):
    """A request that the engine refuses.

    ``reason``: "in_play" for what somebody is playing now, "seated" for a reader who plays this game
    against somebody, "unplayed" for a match that was never played to an end, "no_engine" for a game or a
    position that can't be analysed.
    """

    def __init__(self, reason: Literal["in_play", "seated", "unplayed", "no_engine"]) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a job: its state, ``done`` of ``of`` parts, the jobs before it, the result so far."""

    job: int
    state: str
    done: int
    of: int
    before: int
    result: Any


def request_review(row: Match, asker: str = "", reader: int | None = None) -> Job:
    """Return the job that reviews a match. Raises NotAnalysed.

    A review that had to leave something out, since somebody was playing it, is made anew. The job belongs to
    ``asker`` until somebody else asks for it as well.
    """
    if row.status == Match.Status.PLAYING:
        raise NotAnalysed("in_play")
    if row.status != Match.Status.OVER or not row.ply:
        raise NotAnalysed("unplayed")
    unfair = withheld(row.game, reader, review=row)
    if unfair.everything:
        raise NotAnalysed("seated")
    if unfair.covers(get_game(row.game).state_from_facts(row.facts)):
        raise NotAnalysed("in_play")
    Job.objects.filter(key=_review_key(row), result__withheld=True).delete()
    about = {"match": row.public_id, "asked_by": asker}
    job = queue.ask(Job.Kind.REVIEW, row.public_id, about, _engine(row.game), clock.now())
    if job.about != about:
        job.about = about | {"asked_by": ""}
        job.save(update_fields=["about"])
    return job


def request_position(game: str, state: State, reader: int | None = None) -> Job:
    """Return the job that analyses a position. Raises NotAnalysed."""
    engine = _engine(game)
    state = _searched(state)
    unfair = withheld(game, reader)
    if unfair.everything:
        raise NotAnalysed("seated")
    if unfair.covers(state):
        raise NotAnalysed("in_play")
    facts = state.facts()
    about = {"game": game, "facts": facts}
    return queue.ask(Job.Kind.POSITION, f"{game} {position_text(facts)}", about, engine, clock.now())


def position_of(game: str, state: State) -> Job | None:
    """Return the job that analyses a position, if somebody has asked for it. Raises NotAnalysed."""
    key = f"{Job.Kind.POSITION}:{game} {position_text(_searched(state).facts())}"
    return Job.objects.filter(key=key).first()


def review_of(row: Match) -> Job | None:
    """Return the job that reviews a match, if somebody has asked for it."""
    return Job.objects.filter(key=_review_key(row)).first()


def progress(job: Job) -> Progress:
    """Return how far a job is, as it is stored now."""
    job.refresh_from_db()
    before = queue.before(job) if job.state == Job.State.WAITING else 0
    return Progress(job.pk, job.state, job.done, job.of, before, job.result)


def belongs_to(job: Job, asker: str) -> bool:
    """Return whether nobody else has asked for the job, so that ``asker`` may cancel it."""
    return bool(asker) and job.about.get("asked_by") == asker


def cancel(job: Job) -> None:
    """Cancel a job that has not ended. Others may have asked for the same."""
    queue.cancel(job)


def _searched(state: State) -> State:
    """Return the state in the form that is searched. Raises NotAnalysed."""
    try:
        state = searchable(state)
        compact_form(state)
    except CannotAnalyse:
        raise NotAnalysed("no_engine") from None
    return state


def _review_key(row: Match) -> str:
    return f"{Job.Kind.REVIEW}:{row.public_id}"


def _engine(game: str) -> str:
    try:
        return engine_name(game)
    except CannotAnalyse:
        raise NotAnalysed("no_engine") from None
