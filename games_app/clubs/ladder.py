"""The ladder of a club: Glicko-2 ratings of its members, each game for itself, from their games together.

It is computed from the record at each reading, so no stored state can go wrong. Unlike the ratings of the
site it also counts games in one household and games without a clock.

A friend who loses on purpose raises nobody far: only the first games of two people in a day and in a month
count, and a place needs several opponents.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import F

from games_app.games.rules import get_game
from games_app.lib import glicko2
from games_app.models import Bot, Club, ClubMember, Match, Player, Seat
from games_app.people import ratings

READ_LIMIT = 2000
"""Maximum number of games that are read, the newest ones. These take about 0.2 s on a busy core."""
DAY, MONTH = timedelta(days=1), timedelta(days=30)
PAIR_A_DAY, PAIR_A_MONTH = 3, 10
"""Maximum numbers of counted games of the same two people in one game within these times."""
ENOUGH_GAMES, ENOUGH_OPPONENTS = 5, 3
"""Minimum numbers for a place; in a club with fewer players, each must have met all others."""
AUDIENCES = (Match.Visibility.PUBLIC, Match.Visibility.LINK)
"""Audiences of the games that count in a club. Private ones concern only their players."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game of two members."""

    game: str
    players: tuple[int, int]
    score: float
    """That of the first player: 1, 0.5 or 0."""
    at: datetime


@dataclass(slots=True)
class Line:
    """A player on the ladder of one game."""

    player_id: int
    rating: glicko2.Rating
    at: datetime
    games: int = 0
    opponents: set[int] = field(default_factory=set)
    place: int | None = None
    """None as long as there are too few games or opponents."""
    player: Player | None = None

    @property
    def points(self) -> int:
        return round(self.rating.rating)


def ladder_of(club: Club, members: Iterable[ClubMember]) -> Mapping[str, list[Line]]:
    """Return the lines of the present ``members`` in each game that they have played, the best first."""
    present = {member.player_id: member.player for member in members}
    ladders = {}
    for game, lines in standings(played_in(club)).items():
        shown = [line for line in lines if line.player_id in present]
        for line in shown:
            line.player = present[line.player_id]
        _number(shown)
        if shown:
            ladders[game] = shown
    return ladders


def standings(games: Iterable[Played]) -> dict[str, list[Line]]:
    """Return the lines of each game after these games, which are in the order of their ends."""
    tables: defaultdict[str, dict[int, Line]] = defaultdict(dict)
    for each in counted(games):
        table = tables[each.game]
        pair = [table.setdefault(player, Line(player, glicko2.Rating(), each.at)) for player in each.players]
        before = [line.rating for line in pair]
        for line, own, other, score in zip(
            pair, before, reversed(before), (each.score, 1 - each.score), strict=True
        ):
            line.rating = ratings.after_match(own, other, score, each.at - line.at)
            line.at, line.games = each.at, line.games + 1
        pair[0].opponents.add(pair[1].player_id)
        pair[1].opponents.add(pair[0].player_id)
    return {
        game: sorted(table.values(), key=lambda line: (-line.rating.rating, line.player_id))
        for game, table in tables.items()
    }


def counted(games: Iterable[Played]) -> Iterator[Played]:
    """Yield the games that count: of the same two people only a few within a day, and within a month."""
    latest: defaultdict[tuple[str, frozenset[int]], deque[datetime]] = defaultdict(
        lambda: deque(maxlen=PAIR_A_MONTH)
    )
    for each in games:
        times = latest[each.game, frozenset(each.players)]
        of_day = sum(each.at - at < DAY for at in times)
        of_month = sum(each.at - at < MONTH for at in times)
        if of_day < PAIR_A_DAY and of_month < PAIR_A_MONTH:
            times.append(each.at)
            yield each


def _number(lines: list[Line]) -> None:
    """Give places to those who have played enough, and put the others behind them."""
    least = min(ENOUGH_OPPONENTS, len(lines) - 1)
    placed = [line for line in lines if line.games >= ENOUGH_GAMES and len(line.opponents) >= least]
    for place, line in enumerate(placed, 1):
        line.place = place
    lines.sort(key=lambda line: (line.place is None, line.place))


def played_in(club: Club) -> list[Played]:
    """Return the finished games of two people since both have joined, in the order of their ends.

    Not those that began while one of them was no member, that gave nobody a result or were given up at once,
    began from another position, or in which somebody took tips or one person played both sides.
    """
    bots = Bot.objects.values("player")
    places = ClubMember.objects.filter(club=club).exclude(player__in=bots)
    times = {
        player: (joined, left)
        for player, joined, left in places.values_list("player", "joined_at", "left_at")
    }
    over = Seat.objects.filter(
        first=True,
        unfinished=False,
        player__in=times,
        opponent__in=times,
        match__status=Match.Status.OVER,
        match__visibility__in=(Match.Visibility.SEATS,) if club.is_class else AUDIENCES,
        match__started_at__isnull=False,
    )
    newest = over.exclude(how__in=Match.VOID).exclude(player=F("opponent")).order_by("-listed_at", "-match")
    rows = newest.values_list(
        *("game", "player", "opponent", "outcome", "how", "plies", "match__started_at", "listed_at"),
        *("match__terms", "match__pending"),
    )
    games = []
    for game, first, second, outcome, how, plies, began, ended, terms, pending in rows[:READ_LIMIT]:
        was_played = how == Match.How.RULES or (plies or 0) >= 2 * get_game(game).least_decisions
        is_fair = not (terms.get("start") or terms.get("handicap") or pending.get("tips"))
        if was_played and is_fair and all(_was_member(times[player], began) for player in (first, second)):
            score = {Seat.Outcome.WON: 1.0, Seat.Outcome.LOST: 0.0}.get(outcome, 0.5)
            games.append(Played(game, (first, second), score, ended))
    return games[::-1]


def _was_member(times: tuple[datetime, datetime | None], at: datetime) -> bool:
    joined, left = times
    return joined <= at and (left is None or at < left)
