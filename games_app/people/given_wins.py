"""Wins that new accounts have given a player, which can raise a rating without any strength.

Moderators check players who won many rated matches in a week because accounts gave up that are new, or closed
by now. Matches between accounts that share an address or a browser are excluded: they don't count. Those
given up too early to count are included: many of them tell the same story.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, Max, Min, Q, QuerySet

from games_app.lib import glicko2
from games_app.models import AuditEntry, Match, Player, RatedResult, Rating, Seat, UncountedMatch

LATELY = timedelta(days=7)
"""Period in which such wins are counted together."""
NEW = timedelta(days=7)
"""Maximum age of a new account when the match ends."""
ENOUGH = 5
"""Minimum number of such wins that is shown."""
GIVEN_UP = (Match.How.RESIGNATION, Match.How.TIME, Match.How.ABSENCE)
NAMED = 10
"""Maximum number of matches that are named."""


@dataclass(frozen=True, slots=True)
class Rise:
    """A player's rating in one game at one pace: before the first of these wins, and now."""

    game: str
    pace: str
    before: float
    now: float


@dataclass(frozen=True, slots=True)
class GivenWins:
    """The wins that new accounts have recently given one player."""

    winner: Player
    wins: int
    accounts: int
    """Number of players who gave them."""
    latest: list[Seat]
    """The winner's seats of the latest of these matches, at most NAMED."""
    rises: list[Rise]
    """None if none of these wins counted."""


def to_look_at(now: datetime) -> Iterator[GivenWins]:
    """Yield the wins that no moderator has checked yet, the most wins first."""
    counted = _wins(now).values("player").annotate(wins=Count("pk"), latest=Max("listed_at"))
    many = counted.filter(wins__gte=ENOUGH).order_by("-wins", "player")
    people = Player.objects.in_bulk([row["player"] for row in many])
    checked = _checked(people)
    for row in many:
        winner, at = people[row["player"]], checked.get(row["player"])
        if not winner.withdrawn and (at is None or at < row["latest"]):
            yield _given_wins_of(winner, now)


def _given_wins_of(winner: Player, now: datetime) -> GivenWins:
    wins = _wins(now).filter(player=winner).order_by("-listed_at", "-match")
    figures = wins.aggregate(wins=Count("pk"), accounts=Count("opponent", distinct=True))
    latest = list(wins.select_related("match", "opponent")[:NAMED])
    return GivenWins(winner, **figures, latest=latest, rises=list(_rises(winner, wins)))


def _wins(now: datetime) -> QuerySet[Seat]:
    """Return the winners' seats of rated matches that new accounts gave up recently."""
    since = now - LATELY
    counted = RatedResult.objects.filter(at__gt=since).values("match")
    short = UncountedMatch.objects.filter(at__gt=since, why=UncountedMatch.Why.SHORT).values("match")
    new = Q(opponent__account=None) | Q(opponent__account__created_at__gt=F("listed_at") - NEW)
    won = Seat.objects.filter(new, outcome=Seat.Outcome.WON, how__in=GIVEN_UP)
    return won.filter(Q(match__in=counted) | Q(match__in=short))


def _rises(winner: Player, wins: QuerySet[Seat]) -> Iterator[Rise]:
    own = RatedResult.objects.filter(player=winner)
    of_wins = own.filter(match__in=wins.order_by().values("match"))
    firsts = of_wins.order_by().values("game", "pace").annotate(first=Min("pk"))
    now = {(rating.game, rating.pace): rating.rating for rating in Rating.objects.filter(player=winner)}
    for row in firsts.order_by("game", "pace"):
        key = row["game"], row["pace"]
        earlier = own.filter(game=key[0], pace=key[1], pk__lt=row["first"]).order_by("-pk")
        before = earlier.values_list("rating", flat=True).first()
        yield Rise(*key, glicko2.MEAN if before is None else before, now[key])


def _checked(people: Mapping[int, Player]) -> dict[int, datetime]:
    """Return when a moderator last checked each of these players."""
    subjects = {f"person {player.public_id}": pk for pk, player in people.items()}
    entries = AuditEntry.objects.filter(what="check", whom__in=subjects)
    latest = entries.values_list("whom").annotate(at=Max("at"))
    return {subjects[whom]: at for whom, at in latest}
