"""Matches without a clock that were deserted: after a week either player may end them, without a winner."""

from __future__ import annotations

from datetime import datetime, timedelta

from games_app.lib.refusals import Refusal
from games_app.models import Match, Presence
from games_app.services.commands.messages import Abandon
from games_app.services.commands.registry import By, command
from games_app.services.people.presence import PLAYERS_KEPT
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Transition

DESERTED = timedelta(days=7)
"""Time without a move, and without the player to move, after which a match counts as deserted."""

assert DESERTED < PLAYERS_KEPT, "who was here in this time must still be known"  # noqa: S101


@command(Abandon, by=By.PLAYER, during={Match.Status.PLAYING})
def abandon(match: MatchState, asked: Abandon, person: int | None, now: datetime) -> Transition | Refusal:
    """End a deserted match without a winner."""
    assert person is not None  # noqa: S101  (By.PLAYER implies a person)
    if not is_deserted(match, person, now):
        return Refusal("not_deserted", {"days": DESERTED.days})
    return Transition("abandoned", match.speaker(person), status=Match.Status.OVER, how=Match.How.ABORTED)


def is_deserted(match: MatchState, person: int, now: datetime) -> bool:
    """Return whether this player may end the match. Whoever asks is here: that of the others counts."""
    row = match.row
    since = now - DESERTED
    begun = row.started_at or row.created_at
    if match.terms.time is not None or max(row.acted_at, begun) > since:
        return False
    movers = {match.sitters[role] for role in match.state.to_move} - {person}
    keys = [str(mover) for mover in movers]
    return not Presence.objects.filter(match_id=row.pk, person__in=keys, until__gt=since).exists()
