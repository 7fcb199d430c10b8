"""Acting and giving up."""

from __future__ import annotations

from datetime import datetime

from .. import rules_service
from ..models import Match
from ..refusals import Refusal
from ..rules import State
from .loaded import LoadedMatch
from .record import Outcome
from .registry import By, Command, command


@command("act", by=By.PLAYER, during={Match.Status.PLAYING})
def act(match: LoadedMatch, command: Command, now: datetime) -> Outcome | Refusal:
    """Play ``data["action"]``, decided on what stood at seq ``data["base"]``."""
    assert command.person is not None  # noqa: S101  (a PLAYER always is somebody)
    verdict = rules_service.judge(
        match.state,
        match.sitters,
        match.row.bases,
        command.person,
        command.data["action"],
        command.data["base"],
    )
    if isinstance(verdict, Refusal):
        return verdict
    sealed = verdict.state.view(None) != verdict.state.facts()
    what = "sealed" if sealed else "acted"
    if not verdict.state.is_terminal:
        return Outcome(what, verdict.role, verdict.plies, verdict.state)
    return Outcome(
        what,
        verdict.role,
        verdict.plies,
        verdict.state,
        status=Match.Status.OVER,
        winner=winner(verdict.state),
        how=Match.How.RULES,
    )


@command("resign", by=By.PLAYER, during={Match.Status.PLAYING})
def resign(match: LoadedMatch, command: Command, now: datetime) -> Outcome | Refusal:
    """Give the match to the other player. Two people on one screen: whoever is to move gives up."""
    mine = match.roles_of(command.person)
    role = next((role for role in mine if role in match.state.to_move), mine[0])
    return Outcome(
        "resigned", role, status=Match.Status.OVER, winner=match.other(role), how=Match.How.RESIGNATION
    )


def winner(state: State) -> str:
    """The role with the higher goal; empty for a draw."""
    goals = state.goals()
    best = max(goals.values())
    leaders = [role for role, goal in goals.items() if goal == best]
    return leaders[0] if len(leaders) == 1 else ""
