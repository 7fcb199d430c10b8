"""Open offers: the waiting matches that the lobby shows to everybody. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet

from games_app.models import Match, Player, Seat
from games_app.rules import Game, get_game

SHOWN = 50
"""Most offers shown at the same time, those that wait longest first."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer, as the lobby shows it."""

    match: Match
    game: Game
    name: str
    """The maker's name at this match."""
    maker: Player

    @property
    def since(self) -> datetime:
        return self.match.created_at


def waiting(now: datetime) -> list[Offer]:
    """Return the open offers that anybody may take now, those that wait longest first."""
    seats = Prefetch("seats", Seat.objects.filter(player__isnull=False))
    rows = _open(now).select_related("maker").prefetch_related(seats).order_by("created_at")
    return [Offer(row, get_game(row.game), row.seats.all()[0].name, row.maker) for row in rows[:SHOWN]]


def _open(now: datetime) -> QuerySet[Match]:
    return Match.objects.filter(open_offer=True, status=Match.Status.WAITING, deadline__gt=now)
