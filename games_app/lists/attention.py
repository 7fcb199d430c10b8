"""Matches in which it is a player's move or that have just begun, and invitations. Reads only."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.cache import cache

from games_app.lists import appointments, offers
from games_app.lists.news import Kind, News
from games_app.lists.result_text import seat_name
from games_app.match.match_state import MatchState, match_states
from games_app.models import Match, Seat
from games_app.people import friends

MAX_WAITING_MATCHES = 50
"""Maximum number of one player's running matches that are read."""
JUST_BEGUN = timedelta(minutes=10)
"""Time for which the beginning of a match is news."""
REMEMBERED_SECONDS = 3
"""Time for which pages show a stored answer; it is read again on pages where it leads somewhere."""


class Attention(NamedTuple):
    turns: list[str]
    """Public ids of the matches in which it is the player's move, those that have waited longest first."""
    invitations: int
    """Number of invitations, and of appointments that wait for the player."""
    offers: int
    """Number of other people's open offers in the lobby."""
    asking: int
    """Number of people who ask the player to be friends."""


def attention_of(player_id: int | None, now: datetime) -> Attention:
    """Return what waits for this player, or for a stranger, at most some seconds old."""
    key = f"attention:{player_id or ''}"
    attention: Attention | None = cache.get(key)
    if attention is None:
        attention = _fresh_attention(player_id, now)
        cache.set(key, attention, REMEMBERED_SECONDS)
    return attention


def _fresh_attention(player_id: int | None, now: datetime) -> Attention:
    if player_id is None:
        return Attention([], 0, offers.count(now), 0)
    waiting = offers.count(now, offers.not_counted_for(player_id))
    invitations = len(offers.invitations(player_id, now)) + appointments.waiting_for(player_id, now)
    asking = friends.requests_to(player_id, now).count()
    return Attention(matches_to_move(player_id, now), invitations, waiting, asking)


def matches_to_move(player_id: int, now: datetime) -> list[str]:
    """Return the matches with another person in which it is this player's move."""
    return [match.row.public_id for match in _running(player_id) if _is_turn(match, player_id, now)]


def running(player_id: int) -> list[str]:
    """Return the player's running matches with another person."""
    return [match.row.public_id for match in _running(player_id)]


def news(player_id: int, now: datetime) -> list[News]:
    """Return this player's invitations, appointments and turns, and the matches in which nobody has acted."""
    invitations = [
        News(
            Kind.INVITATION,
            invitation.match,
            invitation.name,
            invitation.maker.pk,
            invitation.match.created_at,
        )
        for invitation in offers.invitations(player_id, now)
    ]
    dates = appointments.news(player_id, now)
    return [
        *invitations,
        *dates,
        *(item for match in _running(player_id) if (item := _news(match, player_id, now))),
    ]


def _news(match: MatchState, player_id: int, now: datetime) -> News | None:
    row, role = match.row, match.roles_of(player_id)[0]
    seat = match.seats[match.other(role)]
    opponent, player = seat_name(seat), seat.player_id
    if _is_turn(match, player_id, now):
        return News(Kind.TURN, row, opponent, player, row.acted_at)
    if row.started_at and row.started_at > now - JUST_BEGUN and row.acted_at <= row.started_at:
        return News(Kind.BEGUN, row, opponent, player, row.started_at)
    return None


def _running(player_id: int) -> list[MatchState]:
    """Return the running matches with another person, those that have waited longest first."""
    seats = Seat.objects.filter(player=player_id, unfinished=True).exclude(opponent=player_id)
    running = Match.objects.filter(pk__in=seats.values("match"), status=Match.Status.PLAYING)
    rows = running.prefetch_related("seats").order_by("acted_at")[:MAX_WAITING_MATCHES]
    return list(match_states(rows).values())


def _is_turn(match: MatchState, player_id: int, now: datetime) -> bool:
    moves = any(role in match.state.to_move for role in match.roles_of(player_id))
    return moves and not match.is_paused(now)
