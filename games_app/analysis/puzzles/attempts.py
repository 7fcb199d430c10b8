"""Attempts at puzzles: whether a decision is right, and the effect of the first attempt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction

from games_app.analysis.jobs.models import Plain
from games_app.analysis.puzzles import daily
from games_app.analysis.puzzles.selection import SHOWN_FROM, missed, solution_of
from games_app.games.rules import Accepted, play
from games_app.lib import glicko2
from games_app.lib.refusals import Refusal, Refused
from games_app.models import Player, Puzzle, PuzzleAttempt, PuzzleRating

DAY = timedelta(days=1)
"""Rating period of the system."""
MOST_CHANGE = 80.0
"""Maximum change of a solver's rating by one attempt, however uncertain it still is."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The solver's rating before and after an attempt that counted, once it is shown."""

    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Judged:
    """A judged decision. ``fault`` is what is proved of a wrong one, ``change`` None if none is shown.

    ``follows``: automatic play after a right one.
    """

    accepted: Accepted
    follows: tuple[Accepted, ...]
    right: bool
    solved: bool
    fault: Plain | None
    change: RatingChange | None


def judge(puzzle: Puzzle, taken: Sequence[str], action: str) -> Judged:
    """Judge the decision after the right ones ``taken``, and count nothing. Raises Refused, IllegalAction."""
    rights = [step["right"] for step in puzzle.steps]
    if list(taken) != rights[: len(taken)] or len(taken) >= len(rights):
        raise Refused(Refusal("not_on_the_way"))
    line = solution_of(puzzle)[: len(taken) + 1]
    accepted = play(line[-1].before, puzzle.role, action)
    right = action == rights[len(taken)]
    solved = right and len(taken) + 1 == len(rights)
    fault = None if right else puzzle.steps[len(taken)]["wrong"].get(action, {"outcome": None})
    return Judged(accepted, line[-1].follows if right else (), right, solved, fault, None)


def attempt(puzzle: Puzzle, player: Player, taken: Sequence[str], action: str, now: datetime) -> Judged:
    """Judge a decision and count it for the player. Raises as ``judge``."""
    judged = judge(puzzle, taken, action)
    if judged.right and not judged.solved:
        return judged
    change = _count(puzzle, player, solved=judged.solved, now=now)
    if judged.solved:
        missed(player, now).filter(puzzle=puzzle).update(solved_later=now)
        if not PuzzleAttempt.objects.filter(player=player, puzzle=puzzle, shown=True).exists():
            daily.note_solved(player, puzzle, now)
    return replace(judged, change=change)


def give_up(puzzle: Puzzle, player: Player, now: datetime) -> list[Accepted]:
    """Return the solution. This counts as a failed attempt, unless an earlier attempt counted."""
    _count(puzzle, player, solved=False, now=now)
    PuzzleAttempt.objects.filter(player=player, puzzle=puzzle).update(shown=True)
    return [accepted for decision in solution_of(puzzle) for accepted in (decision.played, *decision.follows)]


def first_attempt(puzzle: Puzzle, player: Player | None) -> PuzzleAttempt | None:
    """Return the player's attempt that has counted, if there was one."""
    return PuzzleAttempt.objects.filter(player=player, puzzle=puzzle).first() if player else None


@transaction.atomic
def _count(puzzle: Puzzle, player: Player, *, solved: bool, now: datetime) -> RatingChange | None:
    """Count a first attempt for the ratings of both; return None if there was one before."""
    locked = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
    made = PuzzleAttempt.objects.get_or_create(
        player=player, puzzle=puzzle, defaults={"solved": solved, "at": now}
    )[1]
    if not made:
        return None
    PuzzleRating.objects.get_or_create(player=player, game=puzzle.game, defaults={"at": now})
    own = PuzzleRating.objects.select_for_update().get(player=player, game=puzzle.game)
    before, against = _rating(own), _rating(locked)
    new = glicko2.after(before, [(against, float(solved))], (now - own.at) / DAY)
    _store(own, _bounded(before, new), now)
    since = (now - locked.at) / DAY if locked.at else 0.0
    locked.solved += solved
    _store(locked, glicko2.after(against, [(before, float(not solved))], since), now)
    return RatingChange(before.rating, own.rating) if own.tried >= SHOWN_FROM else None


def _bounded(before: glicko2.Rating, new: glicko2.Rating) -> glicko2.Rating:
    rating = min(max(new.rating, before.rating - MOST_CHANGE), before.rating + MOST_CHANGE)
    return replace(new, rating=rating)


def _rating(row: Puzzle | PuzzleRating) -> glicko2.Rating:
    return glicko2.Rating(row.rating, row.deviation, row.volatility)


def _store(row: Puzzle | PuzzleRating, new: glicko2.Rating, now: datetime) -> None:
    row.rating, row.deviation, row.volatility = new.rating, new.deviation, new.volatility
    row.tried, row.at = row.tried + 1, now
    row.save()
