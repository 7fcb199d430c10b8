"""Judgements of the engine, as they may be told at this moment."""

from __future__ import annotations

from collections.abc import Sequence

from games_app.engine_jobs.models import Job
from games_app.models import Match
from games_app.rules import get_game
from games_app.services.engine.fairness import withheld
from games_app.services.engine.plain import Plain
from games_app.services.engine.turns import turns


def fair_decisions(row: Match, decisions: Sequence[Plain], reader: int | None) -> list[Plain]:
    """Return the decisions of a review without what somebody has come to play since it was made."""
    if not decisions:
        return []
    unfair = withheld(row.game, reader, review=row)
    if unfair.nothing:
        return list(decisions)
    before = {turn.seq: turn.before for turn in turns(row)}
    told = []
    for each in decisions:
        state = before.get(each["seq"])
        found = unfair.told(state, each["found"]) if state and each["found"] else None
        why = "in_play" if each["found"] and not found else each["why"]
        told.append(each | {"found": found, "why": why})
    return told


def fair_position(job: Job, reader: int | None) -> Plain | None:
    """Return what a job has found of a position, without what somebody has come to play since."""
    if not job.result:
        return None
    state = get_game(job.about["game"]).state_from_facts(job.about["facts"])
    return withheld(job.about["game"], reader).told(state, job.result["found"])
