"""Choice of puzzles: what there is, what a player gets next, and what is withheld while somebody plays it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random, SystemRandom

from django.db.models import Count, F, QuerySet
from django.db.models.functions import Abs

from games_app.games.catalogue import THEMES
from games_app.games.decision import play
from games_app.games.theme import Theme
from games_app.lib.glicko2 import MEAN
from games_app.models import Player, Puzzle, PuzzleAttempt, PuzzleRating
from games_app.rules import GAMES, Game, State, get_game
from games_app.services.engine.fairness import withheld

NEAREST = 8
"""Puzzles nearest to a player's rating, of which one is drawn."""
_dice: Random = SystemRandom()


@dataclass(frozen=True, slots=True)
class Shelf:
    """The puzzles of a game, with a player's rating in them."""

    game: Game
    count: int
    themes: tuple[Theme, ...]
    rating: PuzzleRating | None


def shelves(player: Player | None) -> list[Shelf]:
    """Return the games that have puzzles."""
    counts = dict(Puzzle.objects.values_list("game").annotate(n=Count("pk")))
    own = {one.game: one for one in PuzzleRating.objects.filter(player=player)} if player else {}
    return [
        Shelf(game, counts[slug], THEMES.get(slug, ()), own.get(slug))
        for slug, game in GAMES.items()
        if slug in counts
    ]


def themes_in(puzzle: Puzzle) -> list[Theme]:
    names = puzzle.themes.split()
    return [theme for theme in THEMES.get(puzzle.game, ()) if theme.name in names]


def next_for(player: Player | None, game: str = "", theme: str = "", last: str = "") -> Puzzle | None:
    """Return a puzzle for a player, of like strength and not tried yet if there is such; None if none fits.

    ``last`` is the public id of the one that the player comes from.
    """
    fitting = Puzzle.objects.filter(**({"game": game} if game else {}))
    if theme:
        fitting = fitting.filter(themes__contains=f" {theme} ")
    fitting = fitting.exclude(public_id=last)
    new = fitting.exclude(pk__in=PuzzleAttempt.objects.filter(player=player).values("puzzle"))
    near = _nearest(new, _rating(player, game)) or _nearest(fitting, _rating(player, game))
    _dice.shuffle(near)
    return next((puzzle for puzzle in near if not is_withheld(puzzle, player)), None)


def is_withheld(puzzle: Puzzle, player: Player | None = None) -> bool:
    """Return whether a position of the puzzle may not be told of now, since somebody is playing it."""
    unfair = withheld(puzzle.game, player.pk if player else None)
    return any(map(unfair.covers, positions(puzzle)))


def positions(puzzle: Puzzle) -> list[State]:
    """Return the positions in which the solver decides, and the one after the solution."""
    states = [get_game(puzzle.game).state_from_facts(puzzle.facts)]
    for step in puzzle.steps:
        states.append(play(states[-1], puzzle.role, step["right"]).state)
    return states


def _nearest(puzzles: QuerySet[Puzzle], rating: float) -> list[Puzzle]:
    return list(puzzles.order_by(Abs(F("rating") - rating), "pk")[:NEAREST])


def _rating(player: Player | None, game: str) -> float:
    own = PuzzleRating.objects.filter(player=player, **({"game": game} if game else {})) if player else ()
    ratings: Iterable[float] = [one.rating for one in own]
    return max(ratings, default=MEAN - 200)
