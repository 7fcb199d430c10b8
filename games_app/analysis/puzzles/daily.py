"""The puzzle of the day, the same for everybody, and a player's streak of days."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import count, takewhile

from django.core.cache import cache
from django.db.models import F, Q, QuerySet

from games_app.analysis.puzzles.selection import is_withheld
from games_app.analysis.puzzles.shipped import WITH_PUZZLES
from games_app.models import Player, Puzzle, PuzzleDay

MINUTE = 60
"""Seconds for which pages rely on an earlier look at the day's puzzle, and at what is being played."""


def today(now: datetime) -> date:
    """Return the day, which begins at midnight UTC everywhere."""
    return now.astimezone(UTC).date()


def puzzle_of(day: date) -> Puzzle | None:
    """Return the puzzle of a day; None if there is none yet.

    The games that come with puzzles take turns, and so do the puzzles of a game. Puzzles found on the day
    itself wait for a later day.
    """
    turn, place = divmod(day.toordinal(), len(WITH_PUZZLES))
    pool = _known_before(day)
    return _at(pool.filter(game=WITH_PUZZLES[place]), turn) or _at(pool, turn)


def shown_today(now: datetime) -> Puzzle | None:
    """Return the puzzle of today as pages show it, at most a minute old."""
    puzzle: Puzzle | None = cache.get_or_set(f"daily-{today(now)}", lambda: puzzle_of(today(now)), MINUTE)
    return puzzle


def shown_on_front_page(now: datetime) -> Puzzle | None:
    """Return the day's puzzle unless somebody is playing that position."""
    puzzle = shown_today(now)
    if puzzle is None:
        return None
    withheld = cache.get_or_set(f"withheld-{puzzle.public_id}", lambda: is_withheld(puzzle), MINUTE)
    return None if withheld else puzzle


def note_solved(player: Player, puzzle: Puzzle, now: datetime) -> None:
    """Count the day for the player's streak if this is its puzzle."""
    if puzzle_of(today(now)) == puzzle:
        PuzzleDay.objects.get_or_create(player=player, day=today(now))


def streak(player: Player | None, now: datetime) -> int:
    """Return on how many consecutive days the player solved the day's puzzle, up to today or yesterday."""
    if player is None:
        return 0
    solved = list(PuzzleDay.objects.filter(player=player).order_by("-day").values_list("day", flat=True))
    if not solved or solved[0] < today(now) - timedelta(days=1):
        return 0
    in_a_row = (solved[0] - timedelta(days=n) for n in count())
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(solved, in_a_row, strict=False)))


def is_done(player: Player | None, now: datetime) -> bool:
    """Return whether the player has solved the puzzle of today."""
    return player is not None and PuzzleDay.objects.filter(player=player, day=today(now)).exists()


def _known_before(day: date) -> QuerySet[Puzzle]:
    begin = datetime.combine(day, time(), UTC)
    earlier = Puzzle.objects.filter(Q(found_at=None) | Q(found_at__lt=begin))
    return earlier.order_by(F("found_at").asc(nulls_first=True), "public_id")


def _at(pool: QuerySet[Puzzle], turn: int) -> Puzzle | None:
    size = pool.count()
    return pool[turn % size] if size else None
