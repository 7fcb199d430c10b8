"""Invitations of a certain person, with whom the maker of the match has played before."""

from __future__ import annotations

from datetime import datetime, timedelta

from games_app.lib.refusals import Refusal
from games_app.models import Match, Seat
from games_app.services.commands.messages import TurnDown
from games_app.services.commands.registry import By, command
from games_app.services.people import blocks
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Transition

MOST_A_DAY = 5
"""Most invitations of one person by one other within a day, whatever became of them."""


def refused(maker: int, invited: int, now: datetime) -> Refusal | None:
    """Return why this player may not invite that one now, if so.

    That the maker was blocked is no reason: the invitation is never shown, and nothing tells of it.
    """
    if maker == invited or not have_played(maker, invited):
        return Refusal("not_played_with")
    if blocks.has_blocked(maker, invited):
        return Refusal("blocked_by_you")
    today = Match.objects.filter(maker=maker, invited=invited, created_at__gt=now - timedelta(days=1))
    if today.count() >= MOST_A_DAY:
        return Refusal("too_many_invitations", {"limit": MOST_A_DAY})
    return None


def have_played(one: int, other: int) -> bool:
    return Seat.objects.filter(player=one, opponent=other).exclude(listed_at=None).exists()


@command(TurnDown, by=By.VISITOR, during={Match.Status.WAITING})
def turn_down(match: MatchState, asked: TurnDown, person: int | None, now: datetime) -> Transition | Refusal:
    """Decline the invitation, which ends it."""
    if match.row.invited_id is None or match.row.invited_id != person:
        return Refusal("not_invited")
    return Transition("cancelled", status=Match.Status.CANCELLED)
