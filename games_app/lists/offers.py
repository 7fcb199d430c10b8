"""Open offers: the waiting matches that the lobby shows to everybody. Reads only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from games_app.games.rules import Game, get_game
from games_app.lib import glicko2
from games_app.lists import match_lists, result_text
from games_app.match.match_state import MatchState
from games_app.match.messages import MatchConfig
from games_app.match.terms import read, stored
from games_app.models import Event, Match, Player, Seat
from games_app.people import bots, friends, ratings

SHOWN = 50
"""Maximum number of offers shown at the same time, those that wait longest first."""
FOLLOWED = 3
"""Maximum number of its own waiting matches that a page follows."""
JUST_BEGUN = timedelta(minutes=1)
"""Time after which the maker of an offer must have noticed that it was taken."""


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An open offer, as the lobby shows it."""

    match: Match
    game: Game
    name: str
    """The maker's name in this match."""
    maker: Player
    rating: str
    """The maker's rating, if the match is rated; otherwise empty."""
    bounds: tuple[int, int] | None
    """The lowest and highest rating of players who may take it; None without bounds."""
    pace: str
    """The pace of a rated match; otherwise empty."""

    @property
    def until(self) -> datetime:
        """Time at which it expires."""
        assert self.match.deadline  # noqa: S101  (every match that waits has one)
        return self.match.deadline

    @property
    def rated(self) -> bool:
        return bool(self.rating)

    @property
    def variant(self) -> str:
        """Options, terms and bounds in words ("5+3, rated, for ratings from 1400 to 1600"); may be empty."""
        terms = match_lists.variant(self.match)
        if self.bounds is None:
            return terms
        low, high = self.bounds
        return _("{terms}, for ratings from {low} to {high}").format(terms=terms, low=low, high=high)


def outside(offer: OpenOffer, own: Mapping[str, int]) -> int | None:
    """Return the reader's rating, among all their ``own``, if it lies outside the offer's bounds."""
    rating = own.get(f"{offer.match.game} {offer.pace}")
    if offer.bounds is None or rating is None:
        return None
    low, high = offer.bounds
    return None if low <= rating <= high else rating


def waiting(now: datetime, without: Collection[int] = ()) -> list[OpenOffer]:
    """Return the open offers that wait now, oldest first, except those ``without`` excludes by maker."""
    return _offers(_open().exclude(maker__in=without), now)


def count(now: datetime, without: Collection[int] = ()) -> int:
    """Return how many open offers wait now, except those that ``without`` excludes by maker."""
    return _open().filter(deadline__gt=now).exclude(maker__in=without).count()


def not_counted_for(person: int) -> frozenset[int]:
    """Return makers whose offers don't count for a player: the player, and all with a block between them."""
    return friends.blocked_or_blocking(person) | {person}


def makers(now: datetime) -> list[int]:
    """Return the maker of each open offer that waits now."""
    return list(_open().filter(deadline__gt=now).values_list("maker", flat=True))


def names() -> list[str]:
    """Return the names of the makers of the open offers that the lobby shows."""
    made = _open().filter(seats__player__isnull=False).order_by("created_at")
    return list(made.values_list("seats__name", flat=True)[:SHOWN])


def invitations(player_id: int, now: datetime) -> list[OpenOffer]:
    """Return the waiting matches to which this player is invited, except by people whom they have blocked."""
    return invitations_of([player_id], now)[player_id]


def invitations_of(people: Collection[int], now: datetime) -> dict[int, list[OpenOffer]]:
    """Return the same for several players."""
    invited = Match.objects.filter(invited__in=people, status=Match.Status.WAITING)
    blocked = friends.blocked_pairs(people)
    invitations: dict[int, list[OpenOffer]] = {person: [] for person in people}
    for offer in _offers(invited, now, SHOWN * len(people)):
        invited_id = offer.match.invited_id
        if invited_id and (invited_id, offer.maker.pk) not in blocked:
            invitations[invited_id].append(offer)
    return invitations


def like(config: MatchConfig, most: int) -> list[tuple[str, int]]:
    """Return the oldest open offers with exactly these options and terms: public id and maker of each."""
    options = get_game(config.game).checked_options(config.options)
    alike = _open().filter(
        game=config.game, options=options, terms=stored(config.terms), visibility=config.visibility
    )
    return list(alike.order_by("created_at", "pk").values_list("public_id", "maker")[:most])


def config_of(match: MatchState) -> MatchConfig:
    """Return the configuration of an open offer, which *Play now* compares; sides are drawn."""
    row = match.row
    return MatchConfig(
        row.game, row.options, "random", row.visibility, match.terms, open_offer=True, within=row.within
    )


def made_by(people: Collection[int], matches: Collection[str]) -> list[str]:
    """Return the open offers of these people, and of the makers of these matches."""
    makers = Match.objects.filter(public_id__in=matches).values("maker")
    made = _open().filter(Q(maker__in=people) | Q(maker__in=makers))
    return list(made.order_by("pk").values_list("public_id", flat=True))


def just_begun(player_id: int, now: datetime) -> str | None:
    """Return the real-time match that began recently because somebody took this player's offer."""
    begun = Match.objects.filter(
        seats__player=player_id,
        seats__unfinished=True,
        maker=player_id,
        open_offer=True,
        status=Match.Status.PLAYING,
        started_at__gt=now - JUST_BEGUN,
        terms__time__kind="real",
    )
    return begun.values_list("public_id", flat=True).first()


def waiting_of(player_id: int, now: datetime) -> list[str]:
    """Return the player's own waiting matches, newest first, the first few of them."""
    made = Match.objects.filter(maker=player_id, status=Match.Status.WAITING, deadline__gt=now)
    return list(made.order_by("-created_at", "-pk").values_list("public_id", flat=True)[:FOLLOWED])


def latest_of(player_id: int) -> str | None:
    """Return the player's newest match that waits or is being played."""
    seats = Seat.objects.filter(player=player_id, unfinished=True).order_by("-match__created_at", "-match")
    return seats.values_list("match__public_id", flat=True).first()


def seated_with(player_id: int, cmd: str) -> str | None:
    """Return the unfinished match that this player made or joined with this command, if there is one."""
    seats = {"match__seats__player": player_id, "match__seats__unfinished": True}
    events = Event.objects.filter(**seats, sender=player_id, cmd=cmd)
    return events.values_list("match__public_id", flat=True).first()


def _offers(matches: QuerySet[Match], now: datetime, most: int = SHOWN) -> list[OpenOffer]:
    seats = Prefetch("seats", Seat.objects.filter(player__isnull=False))
    rows = matches.filter(deadline__gt=now).select_related("maker").prefetch_related(seats)
    shown = list(rows.order_by("created_at")[:most])
    rated = _ratings([row for row in shown if read(row.terms).rated])
    return [_offer(row, rated.get(row.pk)) for row in shown]


def _offer(row: Match, rating: glicko2.Rating | None) -> OpenOffer:
    rating_text = result_text.rating(rating.rating, rating.deviation) if rating else ""
    bounds = ratings.rating_bounds(rating.rating, row.within) if rating and row.within else None
    pace = ratings.rated_pace(read(row.terms)) if rating else ""
    return OpenOffer(row, get_game(row.game), row.seats.all()[0].name, row.maker, rating_text, bounds, pace)


def _ratings(rated: Collection[Match]) -> dict[int, glicko2.Rating]:
    """Return the maker's rating for each of these rated matches, by primary key."""
    if not rated:
        return {}
    current = ratings.ratings_of_players([row.maker_id for row in rated])
    with_bot = bots.bots_among({person for row in rated for person in _players(row)})
    pools = {
        row.pk: bots.POOL if with_bot & _players(row) else ratings.rated_pace(read(row.terms))
        for row in rated
    }
    return {row.pk: current[row.maker_id, row.game, pools[row.pk]] for row in rated}


def _players(row: Match) -> set[int]:
    return {row.maker_id, row.invited_id or 0}


def _open() -> QuerySet[Match]:
    return Match.objects.filter(open_offer=True, status=Match.Status.WAITING)
