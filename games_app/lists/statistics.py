"""Statistics of matches: scores, lengths, ends, openings.

Counts only public matches, except that players see all of their own. Aborted matches have no result, and
matches in hotseat or against the computer don't count towards a player's record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.core.cache import caches
from django.db.models import Count, F, Q, QuerySet

from games_app.games import part
from games_app.games.catalogue import EVEN
from games_app.games.rules import RULE_SETS, Game
from games_app.lists.match_search import visible_of
from games_app.models import Match, Player, Seat

KEPT_SECONDS = 600
"""Seconds for which a game's figures are cached."""

SHOWN_OPENINGS = 8
SHOWN_RIVALS = 6
BINS = 12
"""Maximum number of bins in which lengths are shown."""
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


@dataclass(slots=True)
class Score:
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def total(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        return self.won + self.drawn / 2

    def add(self, outcome: str, matches: int) -> None:
        """Add matches with this outcome; those without a result are not counted."""
        if outcome:
            setattr(self, outcome, getattr(self, outcome) + matches)


@dataclass(frozen=True, slots=True)
class Bin:
    """Number of matches of ``least`` to ``most`` plies."""

    least: int
    most: int
    matches: int


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of the matches of one game. Scores are the player's, or those of the game's first role."""

    score: Score
    sides: dict[str, Score]
    """Keyed by role for a player, by time control for a game."""
    ends: list[tuple[str, int]]
    """Each ``Match.How`` with its count, the most frequent first."""
    lengths: list[Bin]
    middle: int
    """Median number of plies."""
    openings: list[tuple[str, Score]]
    """First three decisions in notation, the most frequent first."""
    at: datetime
    """Time of the count."""

    @property
    def matches(self) -> int:
        return sum(matches for _how, matches in self.ends)


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent of a player, and the player's score against them."""

    player: Player
    score: Score


@dataclass(slots=True)
class Between:
    """Score of one player against another."""

    all: Score = field(default_factory=Score)
    games: dict[str, Score] = field(default_factory=dict)
    """Scores by game, for the games they have played."""


def game_statistics(game: Game, now: datetime) -> Figures:
    """Return the figures of all public matches of a game, at most ten minutes old."""
    cache, key = caches["default"], f"statistics:{game.slug}"
    figures: Figures | None = cache.get(key)
    if figures is None:
        # One index covers all columns read here and in the counts.
        seats = Seat.objects.filter(first=True, listed=True, game=game.slug).exclude(how="")
        figures = _figures(seats, "time_control", now)
        cache.set(key, figures, KEPT_SECONDS)
    return figures


def player_statistics(player_id: int, reader: int | None, game: Game, now: datetime) -> Figures:
    """Return the figures of a player's matches of one game, as far as the reader may find them."""
    return _figures(_among_people(_record(player_id, reader)).filter(game=game.slug), "role", now)


def played(player_id: int, reader: int | None) -> dict[str, Score]:
    """Return the player's score in each game they have played, the most played first."""
    scores: dict[str, Score] = {}
    for row in _counted(_among_people(_record(player_id, reader)), "game", "outcome"):
        scores.setdefault(row["game"], Score()).add(row["outcome"], row["n"])
    current = {slug: score for slug, score in scores.items() if slug in RULE_SETS}
    return dict(sorted(current.items(), key=lambda item: -item[1].total))


def statistics_between(player_id: int, opponent: int, reader: int | None) -> Between:
    """Return the score of ``player_id`` against ``opponent``."""
    between = Between()
    for row in _counted(_record(player_id, reader).filter(opponent=opponent), "game", "outcome"):
        between.all.add(row["outcome"], row["n"])
        between.games.setdefault(row["game"], Score()).add(row["outcome"], row["n"])
    return between


def rivals(player_id: int, reader: int | None) -> list[Rival]:
    """Return the player's most frequent opponents."""
    most = _scores(_record(player_id, reader).exclude(outcome=""), "opponent", SHOWN_RIVALS)
    people = Player.objects.in_bulk([row["opponent"] for row in most])
    return [Rival(people[row["opponent"]], _score(row)) for row in most]


def _record(player_id: int, reader: int | None) -> QuerySet[Seat]:
    over = visible_of(player_id, reader).filter(unfinished=False)
    return over.exclude(opponent=F("player"))


def _among_people(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Leave out matches against the computer, a handful of players."""
    computers = list(Player.objects.exclude(level="").values_list("pk", flat=True))
    return seats.exclude(opponent__in=computers) if computers else seats


def _figures(seats: QuerySet[Seat], by: str, now: datetime) -> Figures:
    score, ends = Score(), Counter[str]()
    sides: dict[str, Score] = {}
    for row in _counted(seats, by, "outcome", "how"):
        score.add(row["outcome"], row["n"])
        sides.setdefault(row[by], Score()).add(row["outcome"], row["n"])
        ends[row["how"]] += row["n"]
    lengths = {row["plies"]: row["n"] for row in _counted(seats.exclude(how__in=Match.VOID), "plies")}
    return Figures(
        score,
        {side: sides[side] for side in sorted(sides)},
        ends.most_common(),
        _bins(lengths),
        _middle(lengths),
        _openings(seats),
        now,
    )


def _counted(seats: QuerySet[Seat], *columns: str) -> list[dict[str, Any]]:
    """Return the number of seats (``n``) for each combination of values of these columns."""
    return list(seats.values(*columns).annotate(n=Count("match")).order_by())


def _scores(seats: QuerySet[Seat], column: str, most: int) -> list[dict[str, Any]]:
    """Return won, drawn and lost seats for the most frequent values of a column."""
    outcomes = {
        outcome.value: Count("match", filter=Q(outcome=outcome))
        for outcome in (Seat.Outcome.WON, Seat.Outcome.DRAWN, Seat.Outcome.LOST)
    }
    return list(
        seats.values(column).annotate(n=Count("match"), **outcomes).order_by(F("n").desc(), column)[:most]
    )


def _openings(seats: QuerySet[Seat]) -> list[tuple[str, Score]]:
    rows = _scores(seats.exclude(opening="").exclude(outcome=""), "opening", SHOWN_OPENINGS)
    return [(row["opening"], _score(row)) for row in rows]


def _score(row: dict[str, Any]) -> Score:
    return Score(row["won"], row["drawn"], row["lost"])


def _bins(lengths: dict[int, int]) -> list[Bin]:
    """Return the matches in bins of one round width in plies."""
    if not lengths:
        return []
    least, most = min(lengths), max(lengths)
    width = next((step for step in STEPS if most // step - least // step < BINS), STEPS[-1])
    counts: Counter[int] = Counter()
    for plies, matches in lengths.items():
        counts[plies // width] += matches
    return [Bin(n * width, (n + 1) * width - 1, counts[n]) for n in range(least // width, most // width + 1)]


def _middle(lengths: dict[int, int]) -> int:
    left = sum(lengths.values()) / 2
    for plies in sorted(lengths):
        left -= lengths[plies]
        if left <= 0:
            return plies
    return 0


@dataclass(frozen=True, slots=True)
class FirstMove:
    """A first move in notation, with the margin by which ``winner`` wins; None for a draw."""

    move: str
    margin: int
    winner: str | None


@dataclass(frozen=True, slots=True)
class Openings:
    """The first moves, and lines in notation after which neither side can force a win."""

    first: Sequence[FirstMove]
    even: Sequence[str]


def openings(game: Game) -> Openings | None:
    module = part(game.family, "setup")
    if module is None or game.slug not in EVEN:
        return None
    first, second = game.roles
    moves = [
        FirstMove(game.notation(action), abs(margin), (first if margin > 0 else second) if margin else None)
        for action, margin in module.MARGINS.items()
    ]
    return Openings(moves, [" ".join(map(game.notation, line)) for line in module.EVEN])
