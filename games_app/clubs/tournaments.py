"""The tournaments that were made for a club."""

from __future__ import annotations

from datetime import datetime

from games_app.clubs.record import Record, Sight, must_run
from games_app.models import Club, ClubTournament, Match, Tournament
from games_app.tournaments import record as tournaments
from games_app.tournaments.table import Table

SHOWN = 10
"""Maximum number of tournaments on a club's page, the newest ones."""


def add(club: Club, tournament: Tournament, player_id: int) -> None:
    """Store that the tournament was made for the club. The owner and the helpers may. Raises Refused."""
    must_run(Record(club), player_id)
    ClubTournament.objects.get_or_create(tournament=tournament, defaults={"club": club})


def shown(record: Record, player_id: int | None, now: datetime) -> list[Table]:
    """Return the newest tournaments of the club that this person sees or can join."""
    rows = Tournament.objects.filter(pk__in=record.club.tournaments.values("tournament"))
    if record.sight(player_id) < Sight.ALL:
        rows = rows.filter(visibility=Match.Visibility.PUBLIC)
    newest = rows.select_related("maker").order_by("-created_at")[:SHOWN]
    tables = [Table(tournaments.Record(row), now) for row in newest]
    return [table for table in tables if table.may_see(player_id) or not table.closed_to(player_id)]
