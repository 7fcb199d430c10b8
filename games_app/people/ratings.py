"""Ratings of players with accounts, by Glicko-2, in each game and at each pace.

Each match is a rating period of its own, as on other sites with live play. A day without a match increases
the uncertainty as the system defines for a period. A match counts in the transaction that ends it, so the
order of ``RatedResult`` rows is the order in which ratings changed, and ``recomputed`` repeats it.
``uncounted`` decides which matches don't count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import inf
from typing import TypeAlias

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from games_app.games.rules import RULE_SETS
from games_app.lib import glicko2
from games_app.lib.refusals import Refusal
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.terms import Daily, RealTime, Terms
from games_app.match.transitions import Transition
from games_app.models import Match, Player, RatedResult, Rating
from games_app.people import bots, client_marks, uncounted
from games_app.people.client_marks import Client

PERIOD = timedelta(days=1)
BLITZ_BELOW = 8 * 60
"""Seconds that a player has for about 40 turns: below this a match is blitz, from this on rapid."""
PACES = ("blitz", "rapid", "daily")
LEADERBOARDS = (*PACES, bots.POOL)

ENOUGH_GAMES, ENOUGH_OPPONENTS, CERTAIN = 10, 5, 110.0
"""Minimum numbers of rated matches and of opponents, and maximum deviation, for the leaderboard."""
LISTED = 50

Key: TypeAlias = tuple[int, str, str]
"""Player, game and pace."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """Result of a rated match: its two players with the first one's score."""

    match: Match
    pace: str
    players: tuple[int, int]
    score: float
    at: datetime


def rated_pace(terms: Terms) -> str:
    """Return ``blitz``, ``rapid`` or ``daily``; empty without a clock."""
    match terms.time:
        case RealTime() as time:
            return "blitz" if time.seconds < BLITZ_BELOW else "rapid"
        case Daily():
            return "daily"
    return ""


def rating_pool(terms: Terms, players: Collection[int]) -> str:
    """Return the pace of the ratings that a match of these players changes: with a bot, one of its own."""
    return bots.POOL if bots.bots_among(players) else rated_pace(terms)


def rate(ended: Iterable[MatchState]) -> None:
    """Count matches that have just ended, in this transaction; store why others don't count."""
    results = [result for match in ended if (result := _result(match))]
    valid = [result for result in results if not uncounted.is_void(result.match, result.players, result.at)]
    if not valid:
        return
    ratings = _locked(valid)
    for result in valid:
        if not uncounted.is_one_too_many(result.match, result.players, result.at):
            _count(result, ratings)


def ratings_of_player(player: Player) -> QuerySet[Rating]:
    return Rating.objects.filter(player=player).order_by("-games", "game", "pace")


def rounded_ratings(player: int) -> dict[str, int]:
    """Return the player's rating in each game at each pace, by both ("mancala blitz"), in whole points."""
    ratings = ratings_of_players([player])
    return {
        f"{game} {pace}": round(ratings[player, game, pace].rating) for game in RULE_SETS for pace in PACES
    }


def ratings_of_players(players: Collection[int]) -> defaultdict[Key, glicko2.Rating]:
    """Return the ratings of these players; a player without one gets a newcomer's."""
    ratings: defaultdict[Key, glicko2.Rating] = defaultdict(glicko2.Rating)
    for row in Rating.objects.filter(player__in=players):
        ratings[row.player_id, row.game, row.pace] = _rating(row)
    return ratings


def ratings_in_pool(players: Collection[int], pace: str) -> QuerySet[Rating]:
    """Return the ratings of these players at this pace, those of the most matches first."""
    return Rating.objects.filter(player__in=players, pace=pace).order_by("-games", "game")


def is_uncertain(deviation: float) -> bool:
    """Return whether a rating is too uncertain for a leaderboard."""
    return deviation > CERTAIN


def course(player: Player, game: str, pace: str) -> list[tuple[datetime, float, float]]:
    """Return time, rating and deviation after each rated match."""
    results = RatedResult.objects.filter(player=player, game=game, pace=pace).order_by("pk")
    return list(results.values_list("at", "rating", "deviation"))


def leaders(game: str, pace: str) -> list[Rating]:
    """Return the highest ratings of players with accounts who have played enough, against enough others.

    Only bots are listed for their matches.
    """
    settled = Rating.objects.filter(
        game=game,
        pace=pace,
        games__gte=ENOUGH_GAMES,
        deviation__lte=CERTAIN,
        player__account__isnull=False,
        player__bot__isnull=pace != bots.POOL,
    )
    same = Q(player__rated__game=F("game"), player__rated__pace=F("pace"))
    met = settled.annotate(met=Count("player__rated__opponent", filter=same, distinct=True))
    return list(met.filter(met__gte=ENOUGH_OPPONENTS).select_related("player").order_by("-rating")[:LISTED])


def changes(matches: Collection[int]) -> dict[tuple[int, int], tuple[glicko2.Rating, glicko2.Rating]]:
    """Return the rating before and after each of these matches that counted, by match and player."""
    same = {name: OuterRef(name) for name in ("player", "game", "pace")}
    earlier = RatedResult.objects.filter(**same, pk__lt=OuterRef("pk")).order_by("-pk").values("pk")
    results = list(RatedResult.objects.filter(match__in=matches).annotate(before=Subquery(earlier[:1])))
    before = RatedResult.objects.in_bulk([result.before for result in results if result.before])
    return {
        (result.match_id, result.player_id): (_rating(before.get(result.before)), _rating(result))
        for result in results
    }


def recomputed() -> Iterator[tuple[RatedResult, glicko2.Rating]]:
    """Yield each stored result, in order, with the rating that follows from those before it."""
    latest: dict[Key, tuple[glicko2.Rating, datetime]] = {}
    waiting: dict[int, RatedResult] = {}
    for result in RatedResult.objects.order_by("pk").iterator():
        # Rows of two matches that ended at once, of four people, may be mixed.
        if result.match_id not in waiting:
            waiting[result.match_id] = result
            continue
        pair = waiting.pop(result.match_id), result
        before = [latest.get((row.player_id, row.game, row.pace), (glicko2.Rating(), row.at)) for row in pair]
        for row, own, other in zip(pair, before, reversed(before), strict=True):
            new = after_match(own[0], other[0], row.score, row.at - own[1])
            latest[row.player_id, row.game, row.pace] = new, row.at
            yield row, new


def _rating(row: Rating | RatedResult | None) -> glicko2.Rating:
    return glicko2.Rating(row.rating, row.deviation, row.volatility) if row else glicko2.Rating()


def _result(match: MatchState) -> RatedGame | None:
    row, people = match.row, uncounted.rivals(match)
    if not match.terms.rated or row.how in Match.VOID or people is None or row.ended_at is None:
        return None
    score = 0.5 if not row.winner else float(row.winner == next(iter(match.seats)))
    return RatedGame(row, rating_pool(match.terms, people), people, score, row.ended_at)


def _locked(results: Iterable[RatedGame]) -> dict[Key, Rating]:
    """Return the ratings of all players concerned, locked in one order; missing ones are created."""
    keys = {
        (player, result.match.game, result.pace): result.at for result in results for player in result.players
    }
    fresh = glicko2.Rating()
    Rating.objects.bulk_create(
        (
            Rating(
                player_id=player,
                game=game,
                pace=at_pace,
                rating=fresh.rating,
                deviation=fresh.deviation,
                volatility=fresh.volatility,
                at=at,
            )
            # In one order, or two processes that rate the same newcomers would wait for each other.
            for (player, game, at_pace), at in sorted(keys.items())
        ),
        ignore_conflicts=True,
    )
    people = {player for player, _, _ in keys}
    locked = Rating.objects.select_for_update().filter(player__in=people).order_by("pk")
    return {(rating.player_id, rating.game, rating.pace): rating for rating in locked}


def _count(result: RatedGame, ratings: Mapping[Key, Rating]) -> None:
    rows = [ratings[player, result.match.game, result.pace] for player in result.players]
    before = [glicko2.Rating(row.rating, row.deviation, row.volatility) for row in rows]
    scores = (result.score, 1 - result.score)
    for row, own, other, score, against in zip(
        rows, before, reversed(before), scores, reversed(result.players), strict=True
    ):
        new = after_match(own, other, score, result.at - row.at)
        row.rating, row.deviation, row.volatility = new.rating, new.deviation, new.volatility
        row.games, row.at = row.games + 1, result.at
        row.save()
        RatedResult.objects.create(
            match=result.match,
            player_id=row.player_id,
            opponent_id=against,
            game=row.game,
            pace=row.pace,
            score=score,
            at=result.at,
            rating=new.rating,
            deviation=new.deviation,
            volatility=new.volatility,
        )


def after_match(
    own: glicko2.Rating, opponent: glicko2.Rating, score: float, since: timedelta
) -> glicko2.Rating:
    """Return the rating after a match; ``since``: time since the player's last one."""
    return glicko2.after(own, [(opponent, score)], since / PERIOD)


NEAR_DISTANCE = 200.0
"""Distance at which two are paired at once: the stronger one is expected to score three of four."""
DISTANCE_A_MINUTE = 200.0
"""Distance added by each minute of waiting."""


def are_near(
    offers: Sequence[MatchState],
    player_id: int,
    terms: Terms,
    waits_since: datetime,
    now: datetime,
    within: int | None = None,
) -> list[MatchState]:
    """Return those of these rated offers whose makers are near enough for this person.

    The longer of the two waits counts: the offer's, or the person's own. ``within``: the person's own bound.
    """
    ratings = ratings_of_players([player_id, *(offer.row.maker_id for offer in offers)])
    pace = rated_pace(terms)

    def is_near(offer: MatchState) -> bool:
        own, other = (
            ratings[player, offer.row.game, pace].rating for player in (player_id, offer.row.maker_id)
        )
        waited = rating_reach(now - min(waits_since, offer.row.created_at))
        return abs(own - other) <= min(waited, within or inf, offer.row.within or inf)

    return [offer for offer in offers if is_near(offer)]


def rating_reach(waited: timedelta) -> float:
    """Return the permitted distance after this time."""
    return NEAR_DISTANCE + DISTANCE_A_MINUTE * (waited / timedelta(minutes=1))


def rating_refusal(offer: MatchState, player_id: int) -> Refusal | None:
    """Return why this person's rating is too far from the maker's for the offer, or None."""
    row, pace = offer.row, rated_pace(offer.terms)
    if not row.within:
        return None
    ratings = ratings_of_players([player_id, row.maker_id])
    own, makers = (ratings[player, row.game, pace].rating for player in (player_id, row.maker_id))
    low, high = rating_bounds(makers, row.within)
    if low <= round(own) <= high:
        return None
    return Refusal("rating_outside", {"low": low, "high": high, "own": round(own)})


def rating_bounds(makers: float, within: int) -> tuple[int, int]:
    """Return the lowest and the highest rating within this distance of the maker's."""
    return round(makers - within), round(makers + within)


SEATING = (EventKind.CREATED, EventKind.STARTED)
"""Kinds of events by which their sender takes a seat."""


@dataclass(slots=True)
class RatedMatches:
    """The rated matches that have begun or ended, and the clients of people who create or join some."""

    begun: list[MatchState] = field(default_factory=list)
    ended: list[MatchState] = field(default_factory=list)
    clients: list[tuple[int, Client]] = field(default_factory=list)
    """Person and client of each."""

    def note(self, match: MatchState, transition: Transition) -> None:
        """Note a transition of any match."""
        if not match.terms.rated:
            return
        if transition.what == EventKind.STARTED:
            self.begun.append(match)
        if transition.ending:
            self.ended.append(match)

    def note_client(self, match: MatchState, transition: Transition, player_id: int, client: Client) -> None:
        """Note the client of a person who creates or joins any match."""
        if match.terms.rated and transition.what in SEATING:
            self.clients.append((player_id, client))

    def store(self, now: datetime) -> None:
        """Store marks, matches that don't count, and ratings. The matches' rows must have been stored."""
        client_marks.record(self.clients, now)
        uncounted.decide_at_start(self.begun)
        rate(self.ended)
