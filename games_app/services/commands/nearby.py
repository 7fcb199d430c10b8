"""Chat for watchers who share a network address with a player, such as a family: both players must allow it.

Until the end, such a watcher could be a player under another name. So the watchers' room is closed to them
unless both players know of it and agree. Either can withdraw the permission at once.
"""

from __future__ import annotations

from datetime import datetime

from games_app.lib.refusals import Refusal
from games_app.models import Match
from games_app.services.commands.messages import AllowNearby
from games_app.services.commands.registry import By, command
from games_app.services.state import pending
from games_app.services.state.event_kinds import EventKind
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Transition


@command(AllowNearby, by=By.PLAYER, during={Match.Status.PLAYING})
def allow_nearby(
    match: MatchState, asked: AllowNearby, player_id: int | None, now: datetime
) -> Transition | Refusal:
    """Store whether the sender lets watchers at the players' addresses chat before the end."""
    if match.hotseat or match.terms.talk == "off":
        return Refusal("no_chat")
    role = match.speaker(player_id)
    if asked.allowed == (role in match.pending.nearby):
        return Refusal("nearby_already")
    return Transition(
        EventKind.NEARBY, role, pending=pending.nearby(match.pending, role, allowed=asked.allowed)
    )
