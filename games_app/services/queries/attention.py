"""Matches in which it is a player's move, and invitations that wait for them. Reads only."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.core.cache import cache

from games_app.models import Match, Seat
from games_app.services.queries import offers
from games_app.services.state.match_state import MatchState, match_state

MOST = 50
"""Most running matches of one player that are looked at."""
REMEMBERED_SECONDS = 3
"""Time for which what was found is shown on every page; it is read again where it leads somewhere."""


class Attention(NamedTuple):
    turns: list[str]
    """Public ids of the matches in which it is the player's move, those that have waited longest first."""
    invitations: int


def of(person: int, now: datetime) -> Attention:
    """Return what waits for this player, as it was some seconds ago at most."""
    key = f"attention:{person}"
    found: Attention | None = cache.get(key)
    if found is None:
        found = Attention(turns(person), len(offers.invitations(person, now)))
        cache.set(key, found, REMEMBERED_SECONDS)
    return found


def turns(person: int) -> list[str]:
    """Return the matches with another person in which it is this player's move."""
    seats = Seat.objects.filter(player=person, unfinished=True).exclude(opponent=person)
    running = Match.objects.filter(pk__in=seats.values("match"), status=Match.Status.PLAYING)
    rows = running.prefetch_related("seats").order_by("acted_at")[:MOST]
    return [row.public_id for row in rows if _is_turn(match_state(row, row.seats.all()), person)]


def _is_turn(match: MatchState, person: int) -> bool:
    return any(role in match.state.to_move for role in match.roles_of(person))
