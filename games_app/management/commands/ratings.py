"""`manage.py ratings`: compute all ratings again, and compare them with the stored ones."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from games_app.models import Match, RatedResult, Rating, Seat
from games_app.people.ratings import recomputed

SHOWN = 20
"""Maximum number of differences named."""
REASONS = "games_app", "0039_uncounted_matches"
"""The migration since which the record stores why a match doesn't count."""


class Command(BaseCommand):
    help = "Compute all ratings anew from the rated matches, and list where the stored ones differ."

    def handle(self, **_: Any) -> None:
        matches, differences = 0, [*_scores(), *_undecided()]
        newest: dict[tuple[int, str, str], RatedResult] = {}
        for stored, computed in recomputed():
            matches += 1
            kept = stored.rating, stored.deviation, stored.volatility
            if kept != (computed.rating, computed.deviation, computed.volatility):
                differences.append(f"{stored}: {stored.rating} is stored, {computed.rating} follows")
            newest[stored.player_id, stored.game, stored.pace] = stored
        for rating in Rating.objects.iterator():
            last = newest.pop((rating.player_id, rating.game, rating.pace), None)
            if last is None or (last.rating, last.deviation) != (rating.rating, rating.deviation):
                differences.append(f"{rating} is not what its last rated match left")
        differences += [f"{last} left no rating" for last in newest.values()]
        for difference in differences[:SHOWN]:
            self.stderr.write(difference)
        if differences:
            raise CommandError(f"{len(differences)} differences in {matches // 2} rated matches.")
        self.stdout.write(f"{matches // 2} rated matches: every rating follows from them.")


def _scores() -> list[str]:
    """Return the results whose score differs from that of the seat in the match."""
    points = {Seat.Outcome.WON: 1.0, Seat.Outcome.DRAWN: 0.5, Seat.Outcome.LOST: 0.0}
    seats = Seat.objects.filter(match__rated__isnull=False, player__isnull=False).distinct()
    outcomes = seats.values_list("match", "player", "outcome")
    earned = {(match, player): points.get(Seat.Outcome(outcome)) for match, player, outcome in outcomes}
    return [
        f"{result}: the match says otherwise"
        for result in RatedResult.objects.iterator()
        if earned.get((result.match_id, result.player_id)) != result.score
    ]


def _undecided() -> list[str]:
    """Return rated matches with a result that neither count nor say why not, and those that do both."""
    rated = Match.objects.filter(terms__rated=True, status=Match.Status.OVER, origin__isnull=True)
    neither = rated.exclude(how__in=Match.VOID).filter(rated=None, uncounted=None)
    if since := _reasons_since():
        neither = neither.filter(ended_at__gte=since)
    both = rated.exclude(rated=None).exclude(uncounted=None)
    return [
        *(f"{match} changed no rating, and nothing says why" for match in neither.iterator()),
        *(f"{match} changed ratings though it does not count" for match in both.distinct().iterator()),
    ]


def _reasons_since() -> datetime | None:
    """Return since when reasons are stored here: no match that ended before has one. None: from the start."""
    app, name = REASONS
    applied = MigrationRecorder(connection).migration_qs.filter(app=app, name=name)
    return applied.values_list("applied", flat=True).first()
