"""Matches in which it is a player's move or that have just begun, and invitations. Reads only."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.cache import cache

from games_app.models import Match, Seat
from games_app.services.people import blocks
from games_app.services.people.news import Kind, News
from games_app.services.queries import offers
from games_app.services.state.match_state import MatchState, match_states

MOST = 50
"""Maximum number of one player's running matches that are read."""
JUST_BEGUN = timedelta(minutes=10)
"""Time for which the beginning of a match is news."""
REMEMBERED_SECONDS = 3
"""Time for which pages show a stored answer; it is read again on pages where it leads somewhere."""


class Attention(NamedTuple):
    turns: list[str]
    """Public ids of the matches in which it is the player's move, those that have waited longest first."""
    invitations: int
    offers: int
    """Number of other people's open offers in the lobby."""


def attention_of(person: int | None, now: datetime) -> Attention:
    """Return what waits for this player, or for a stranger, at most some seconds old."""
    key = f"attention:{person or ''}"
    found: Attention | None = cache.get(key)
    if found is None:
        found = _found(person, now)
        cache.set(key, found, REMEMBERED_SECONDS)
    return found


def _found(person: int | None, now: datetime) -> Attention:
    if person is None:
        return Attention([], 0, offers.count(now))
    waiting = offers.count(now, {person, *blocks.blocked_or_blocking(person)})
    return Attention(matches_to_move(person), len(offers.invitations(person, now)), waiting)


def matches_to_move(person: int) -> list[str]:
    """Return the matches with another person in which it is this player's move."""
    return [match.row.public_id for match in _running(person) if _is_turn(match, person)]


def news(person: int, now: datetime) -> list[News]:
    """Return this player's invitations and turns, and the matches in which nobody has acted yet."""
    invitations = [
        News(Kind.INVITATION, one.match, one.name, one.match.created_at)
        for one in offers.invitations(person, now)
    ]
    return [*invitations, *(one for match in _running(person) if (one := _news(match, person, now)))]


def _news(match: MatchState, person: int, now: datetime) -> News | None:
    row, role = match.row, match.roles_of(person)[0]
    opponent = match.seats[match.other(role)].name
    if role in match.state.to_move:
        return News(Kind.TURN, row, opponent, row.acted_at)
    if row.started_at and row.started_at > now - JUST_BEGUN and row.acted_at <= row.started_at:
        return News(Kind.BEGUN, row, opponent, row.started_at)
    return None


def _running(person: int) -> list[MatchState]:
    """Return the running matches with another person, those that have waited longest first."""
    seats = Seat.objects.filter(player=person, unfinished=True).exclude(opponent=person)
    running = Match.objects.filter(pk__in=seats.values("match"), status=Match.Status.PLAYING)
    rows = running.prefetch_related("seats").order_by("acted_at")[:MOST]
    return list(match_states(rows).values())


def _is_turn(match: MatchState, person: int) -> bool:
    return any(role in match.state.to_move for role in match.roles_of(person))
