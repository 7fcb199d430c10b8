"""Visibility of a match once play has begun: either player may close it, its maker may open it too.

Neither changes what a moderator has hidden.
"""

from __future__ import annotations

from datetime import datetime

from games_app.lib.refusals import Refusal
from games_app.models import Match
from games_app.services.commands.messages import OpenTo
from games_app.services.commands.registry import By, command
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Transition

NARROWER = (Match.Visibility.PUBLIC, Match.Visibility.LINK, Match.Visibility.SEATS)
"""Each is open to fewer people than the one before."""


@command(OpenTo, by=By.PLAYER_OR_MAKER, during={Match.Status.PLAYING, Match.Status.OVER})
def open_to(match: MatchState, asked: OpenTo, person: int | None, now: datetime) -> Transition | Refusal:
    """Set the visibility of the match to ``asked.who``, a ``Match.Visibility``."""
    if match.pending.hidden_from:
        return Refusal("hidden")
    who = Match.Visibility(asked.who)
    if who == match.row.visibility:
        return Refusal("open_already")
    if person != match.row.maker_id and NARROWER.index(who) < NARROWER.index(match.row.visibility):
        return Refusal("only_closer")
    role = match.speaker(person) if match.roles_of(person) else ""
    return Transition("opened_to", role, visibility=who)
