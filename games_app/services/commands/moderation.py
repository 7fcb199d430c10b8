"""Decisions of moderators about a match."""

from __future__ import annotations

from datetime import datetime

from games_app.lib.refusals import Refusal
from games_app.models import Match
from games_app.services.commands.messages import EndMatch
from games_app.services.commands.registry import By, command
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Transition


@command(EndMatch, by=By.SERVER, during={Match.Status.PLAYING})
def end_match(match: MatchState, asked: EndMatch, person: int | None, now: datetime) -> Transition | Refusal:
    """End the match without a result."""
    return Transition("ended", status=Match.Status.OVER, how=Match.How.MODERATOR)
