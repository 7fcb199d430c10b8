"""Who may watch: its maker opens a match to more people or to fewer, whenever they like."""

from __future__ import annotations

from datetime import datetime

from games_app.lib.refusals import Refusal
from games_app.models import Match
from games_app.services.commands.messages import OpenTo
from games_app.services.commands.registry import By, command
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Transition


@command(OpenTo, by=By.MAKER, during={Match.Status.PLAYING, Match.Status.OVER})
def open_to(match: MatchState, asked: OpenTo, person: int | None, now: datetime) -> Transition | Refusal:
    """Let those watch that ``asked.who`` names, a ``Match.Visibility``, and nobody else."""
    who = Match.Visibility(asked.who)
    if who == match.row.visibility:
        return Refusal("open_already")
    role = match.speaker(person) if match.roles_of(person) else ""
    return Transition("opened_to", role, visibility=who)
