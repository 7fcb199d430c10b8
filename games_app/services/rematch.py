"""Once more, with sides swapped."""

from __future__ import annotations

from datetime import datetime

from ..models import Match
from ..refusals import Refusal
from .loaded import LoadedMatch
from .matches import successor
from .record import Outcome
from .registry import By, Command, command


@command("rematch", by=By.PLAYER, during={Match.Status.OVER})
def rematch(match: LoadedMatch, command: Command, now: datetime) -> Outcome | Refusal:
    """Offer another match, or accept the other player's offer: then it begins at once."""
    if match.row.successor:
        return Refusal("rematch_exists")
    mine = match.roles_of(command.person)
    alone = len(mine) == len(match.seats)
    if match.row.rematch_by in mine and not alone:
        return Refusal("already_offered")
    if match.row.rematch_by or alone:
        return Outcome("rematched", mine[0], successor=successor(match, now))
    return Outcome("rematch_offered", mine[0], rematch_by=mine[0])
