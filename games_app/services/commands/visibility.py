"""Visibility of a match, which its maker may change at any time once play has begun."""

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
    """Set the visibility of the match to ``asked.who``, a ``Match.Visibility``."""
    who = Match.Visibility(asked.who)
    if who == match.row.visibility:
        return Refusal("open_already")
    role = match.speaker(person) if match.roles_of(person) else ""
    return Transition("opened_to", role, visibility=who)
