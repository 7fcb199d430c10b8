"""The available puzzles and their solutions, a player's next puzzle, and those withheld during play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from random import Random, SystemRandom

from django.db.models import Count, F, QuerySet
from django.db.models.functions import Abs

from games_app.analysis.fairness import Withheld, withheld
from games_app.games.catalogue import THEMES
from games_app.games.rules import GAMES, Accepted, Game, State, get_game, play
from games_app.games.tactics import Theme
from games_app.lib.glicko2 import MEAN
from games_app.models import Player, Puzzle, PuzzleAttempt, PuzzleRating


@dataclass(frozen=True, slots=True)
class SolvedDecision:
    """A position in which the solver decides, the right decision, and the replies that follow it."""

    before: State
    played: Accepted
    follows: tuple[Accepted, ...]


def solution_of(puzzle: Puzzle) -> list[SolvedDecision]:
    """Return the whole solution. Puzzles that were found before replies were stored have none."""
    state, solution = get_game(puzzle.game).state_from_facts(puzzle.facts), []
    for step in puzzle.steps:
        played, follows = play(state, puzzle.role, step["right"]), []
        after = played.state
        for role, action in step.get("follows", ()):
            follows.append(play(after, role, action))
            after = follows[-1].state
        solution.append(SolvedDecision(state, played, tuple(follows)))
        state = after
    return solution


def positions(puzzle: Puzzle) -> list[State]:
    """Return every position of the solution in which somebody decides, and the last one."""
    states = [get_game(puzzle.game).state_from_facts(puzzle.facts)]
    for decision in solution_of(puzzle):
        states += [accepted.state for accepted in (decision.played, *decision.follows)]
    return states


NEAREST = 8
"""Number of puzzles nearest to a player's rating, of which one is drawn."""
SHOWN_FROM = 10
"""Number of counted attempts in a game at which a solver's rating is certain enough to be shown."""
FEWEST = 3
"""Puzzles of a game that have a theme, and that don't have it, so that the theme is worth a choice."""
COMES_BACK = timedelta(hours=1)
"""Time after which a failed puzzle comes back: earlier, its solution is still in mind."""
RUSH_DECISIONS = 2
"""Maximum number of decisions in a puzzle of a rush."""
LONGEST_RUSH, DRAWN_FOR_RUSH = 40, 120
"""Maximum number of puzzles in a rush, and of those that are read to find as many short ones."""
_dice: Random = SystemRandom()


@dataclass(frozen=True, slots=True)
class Shelf:
    """The puzzles of a game, with a player's rating in them; None before it is shown."""

    game: Game
    count: int
    themes: tuple[Theme, ...]
    rating: float | None
    left: int
    """Number of attempts before the rating is shown."""


def shelves(player: Player | None) -> list[Shelf]:
    """Return the games that have puzzles."""
    counts = dict(Puzzle.objects.values_list("game").annotate(n=Count("pk")))
    own = {rating.game: rating for rating in PuzzleRating.objects.filter(player=player)} if player else {}
    return [_shelf(game, counts[slug], own.get(slug)) for slug, game in GAMES.items() if slug in counts]


def _shelf(game: Game, count: int, own: PuzzleRating | None) -> Shelf:
    left = SHOWN_FROM - own.tried if own else SHOWN_FROM
    rating = own.rating if own and left <= 0 else None
    return Shelf(game, count, _themes_of(game.slug, count), rating, max(left, 0))


def _themes_of(slug: str, count: int) -> tuple[Theme, ...]:
    """Return the themes that tell the puzzles of a game apart."""
    theme_counts: Counter[str] = Counter()
    for names, n in Puzzle.objects.filter(game=slug).values_list("themes").annotate(n=Count("pk")):
        theme_counts.update(dict.fromkeys(names.split(), n))
    return tuple(
        theme for theme in THEMES.get(slug, ()) if FEWEST <= theme_counts[theme.name] <= count - FEWEST
    )


def themes_in(puzzle: Puzzle) -> list[Theme]:
    names = puzzle.themes.split()
    return [theme for theme in THEMES.get(puzzle.game, ()) if theme.name in names]


def next_for(player: Player | None, game: str = "", theme: str = "", last: str = "") -> Puzzle | None:
    """Return a puzzle for a player, of similar strength and not tried yet if possible; None if none fits.

    ``last`` is the public id of the player's previous one.
    """
    fitting = Puzzle.objects.filter(**({"game": game} if game else {}))
    if theme:
        fitting = fitting.filter(themes__contains=f" {theme} ")
    fitting = fitting.exclude(public_id=last)
    new = fitting.exclude(pk__in=PuzzleAttempt.objects.filter(player=player).values("puzzle"))
    near = _nearest(new, _rating(player, game)) or _nearest(fitting, _rating(player, game))
    _dice.shuffle(near)
    return next((puzzle for puzzle in near if not is_withheld(puzzle, player)), None)


def missed(player: Player | None, now: datetime) -> QuerySet[PuzzleAttempt]:
    """Return the failed attempts whose puzzles come back to a player, the oldest first."""
    failed = PuzzleAttempt.objects.filter(player=player, solved=False, solved_later=None)
    return failed.filter(at__lt=now - COMES_BACK).order_by("at", "pk")


def next_missed(player: Player | None, now: datetime, last: str = "") -> Puzzle | None:
    """Return the puzzle that comes back next, ``last`` only if there is no other; None if none does."""
    due = [failed.puzzle for failed in missed(player, now).select_related("puzzle")[:NEAREST]]
    due.sort(key=lambda puzzle: puzzle.public_id == last)
    return next((puzzle for puzzle in due if not is_withheld(puzzle, player)), None)


def for_rush(player: Player | None, game: str) -> list[Puzzle]:
    """Return short puzzles of a game, drawn by lot from all strengths, the easiest first."""
    keys = list(Puzzle.objects.filter(game=game).values_list("pk", flat=True))
    drawn = Puzzle.objects.in_bulk(_dice.sample(keys, min(len(keys), DRAWN_FOR_RUSH)))
    short = [puzzle for puzzle in drawn.values() if len(puzzle.steps) <= RUSH_DECISIONS]
    _dice.shuffle(short)
    unfair = withheld(game, player.pk if player else None)
    shown = (puzzle for puzzle in short if unfair.nothing or not _is_covered(puzzle, unfair))
    return sorted(islice(shown, LONGEST_RUSH), key=lambda puzzle: puzzle.rating)


def is_withheld(puzzle: Puzzle, player: Player | None = None) -> bool:
    """Return whether a position of the puzzle must be withheld now because somebody is playing it."""
    return _is_covered(puzzle, withheld(puzzle.game, player.pk if player else None))


def _is_covered(puzzle: Puzzle, unfair: Withheld) -> bool:
    return any(map(unfair.covers, positions(puzzle)))


def _nearest(puzzles: QuerySet[Puzzle], rating: float) -> list[Puzzle]:
    return list(puzzles.order_by(Abs(F("rating") - rating), "pk")[:NEAREST])


def _rating(player: Player | None, game: str) -> float:
    own = PuzzleRating.objects.filter(player=player, **({"game": game} if game else {})) if player else ()
    ratings: Iterable[float] = [row.rating for row in own]
    return max(ratings, default=MEAN - 200)
