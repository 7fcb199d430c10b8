"""People solve puzzles: the effect of the first attempt, the day's puzzle, and the streak."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games_app.analysis.puzzle_search import keep_shipped
from games_app.analysis.puzzles import daily
from games_app.analysis.puzzles.attempts import MOST_CHANGE, attempt, give_up
from games_app.analysis.puzzles.selection import COMES_BACK, missed, next_for, next_missed
from games_app.analysis.puzzles.shipped import WITH_PUZZLES, shipped
from games_app.games.rules import GAMES, IllegalAction
from games_app.lib.glicko2 import MEAN
from games_app.lib.refusals import Refused
from games_app.models import Puzzle, PuzzleAttempt, PuzzleDay, PuzzleRating
from games_app.record.commands import identity
from tests.cast import guest

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 5, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def puzzles():
    for slug in GAMES:
        keep_shipped(shipped(slug)[:4])


def one(steps: int = 1) -> Puzzle:
    return next(puzzle for puzzle in stored() if len(puzzle.steps) == steps)


def stored() -> list[Puzzle]:
    keep_shipped(shipped("mancala"))
    return list(Puzzle.objects.filter(game="mancala"))


def solve(puzzle: Puzzle, player, now=NOW):
    rights = [step["right"] for step in puzzle.steps]
    return [attempt(puzzle, player, rights[:n], right, now) for n, right in enumerate(rights)][-1]


def line_of_all(puzzle: Puzzle) -> list[list[str]]:
    return [each for step in puzzle.steps for each in ([puzzle.role, step["right"]], *step["follows"])]


def rating_of(player) -> PuzzleRating:
    return PuzzleRating.objects.get(player=player)


def wrong(puzzle: Puzzle) -> str:
    return next(iter(puzzle.steps[0]["wrong"]))


def test_right_first_attempt_wins_points_from_the_puzzle():
    alice, puzzle = guest("alice"), one()
    judged = solve(puzzle, alice)
    assert (judged.right, judged.solved) == (True, True)
    assert rating_of(alice).rating > MEAN
    after = Puzzle.objects.get(pk=puzzle.pk)
    assert (after.tried, after.solved) == (1, 1)
    assert after.rating < puzzle.rating


def test_wrong_attempt_loses_points_and_shows_what_is_proved_of_the_move():
    alice, puzzle = guest("alice"), one()
    judged = attempt(puzzle, alice, [], wrong(puzzle), NOW)
    assert (judged.right, judged.solved) == (False, False)
    assert judged.fault["outcome"] in (0, -1)
    assert MEAN - 100 < rating_of(alice).rating < MEAN
    assert Puzzle.objects.get(pk=puzzle.pk).rating > puzzle.rating


def test_a_rating_is_shown_from_the_tenth_attempt_on():
    alice = guest("alice")
    changes = [attempt(puzzle, alice, [], wrong(puzzle), NOW).change for puzzle in stored()[:11]]
    assert changes[:9] == [None] * 9
    assert None not in changes[9:]
    assert changes[10].before == changes[9].after > changes[10].after


def test_no_single_attempt_changes_a_rating_by_much_even_against_a_far_stronger_puzzle():
    alice, puzzle = guest("alice"), one()
    Puzzle.objects.filter(pk=puzzle.pk).update(rating=2800, deviation=30)
    solve(puzzle, alice)
    assert rating_of(alice).rating == MEAN + MOST_CHANGE
    assert MOST_CHANGE < 100


def test_the_replies_are_played_after_a_right_decision_and_not_after_a_wrong_one():
    alice, puzzle = guest("alice"), one(2)
    (right, follows), _ = ((step["right"], step["follows"]) for step in puzzle.steps)
    assert not attempt(puzzle, alice, [], wrong(puzzle), NOW).follows
    judged = attempt(puzzle, alice, [], right, NOW)
    assert [[each.role, each.plies[0].action] for each in judged.follows] == follows


def test_only_the_first_attempt_counts():
    alice, puzzle = guest("alice"), one()
    attempt(puzzle, alice, [], wrong(puzzle), NOW)
    judged = solve(puzzle, alice)
    assert (judged.solved, judged.change) == (True, None)
    assert PuzzleRating.objects.get(player=alice).tried == 1


def test_a_solution_of_several_moves_counts_when_all_are_found():
    alice, puzzle = guest("alice"), one(2)
    first, second = (step["right"] for step in puzzle.steps)
    judged = attempt(puzzle, alice, [], first, NOW)
    assert (judged.right, judged.solved, judged.change) == (True, False, None)
    assert attempt(puzzle, alice, [first], second, NOW).solved


def test_later_moves_are_refused_before_the_first_is_found():
    alice, puzzle = guest("alice"), one(2)
    for taken in ([wrong(puzzle)], [step["right"] for step in puzzle.steps], ["noop"]):
        with pytest.raises(Refused):
            attempt(puzzle, alice, taken, puzzle.steps[1]["right"], NOW)
    with pytest.raises(IllegalAction):
        attempt(puzzle, alice, [], "pick nothing", NOW)
    assert not PuzzleAttempt.objects.exists()


def test_look_at_the_solution_counts_as_a_failed_attempt():
    alice, puzzle = guest("alice"), one(2)
    line = give_up(puzzle, alice, NOW)
    assert [[each.role, each.plies[0].action] for each in line] == line_of_all(puzzle)
    assert not PuzzleAttempt.objects.get(player=alice).solved
    assert solve(puzzle, alice).change is None


def test_the_next_puzzle_is_of_the_wanted_game_and_theme_and_new_to_the_player():
    alice = guest("alice")
    new, *others = Puzzle.objects.filter(game="mancala")
    for puzzle in others:
        solve(puzzle, alice)
    assert next_for(alice, "mancala") == new
    (theme, *_) = new.themes.split()
    assert f" {theme} " in next_for(alice, "mancala", theme).themes
    assert next_for(alice, "mancala", "burnt") is None


def test_the_puzzle_of_a_day_is_the_same_for_everybody_and_another_one_the_next_day():
    days = [daily.puzzle_of(NOW.date() + timedelta(days=n)) for n in range(12)]
    assert days == [daily.puzzle_of(NOW.date() + timedelta(days=n)) for n in range(12)]
    assert len({puzzle.pk for puzzle in days}) == 12
    assert {puzzle.game for puzzle in days[: len(WITH_PUZZLES)]} == set(WITH_PUZZLES)


def test_a_puzzle_found_today_does_not_change_the_puzzle_of_today():
    today = daily.puzzle_of(NOW.date())
    others = Puzzle.objects.filter(game=today.game).exclude(pk=today.pk)
    assert others.update(found_at=NOW)
    assert daily.puzzle_of(NOW.date()) == today


def test_a_streak_counts_days_in_a_row_up_to_yesterday_or_today():
    alice = guest("alice")
    for days in (3, 2, 1):
        at = NOW - timedelta(days=days)
        solve(daily.puzzle_of(at.date()), alice, at)
    assert daily.streak(alice, NOW) == 3
    solve(daily.puzzle_of(NOW.date()), alice)
    assert (daily.streak(alice, NOW), daily.is_done(alice, NOW)) == (4, True)
    assert daily.streak(alice, NOW + timedelta(days=2)) == 0
    assert daily.streak(guest("bob"), NOW) == 0


def test_a_day_whose_solution_was_shown_does_not_count_for_the_streak():
    alice, puzzle = guest("alice"), daily.puzzle_of(NOW.date())
    give_up(puzzle, alice, NOW)
    assert solve(puzzle, alice).solved
    assert not PuzzleDay.objects.exists()


def test_withdrawal_deletes_the_attempts_and_leaves_the_puzzle():
    alice, puzzle = guest("alice"), daily.puzzle_of(NOW.date())
    solve(puzzle, alice)
    identity.erase(alice)
    assert not PuzzleAttempt.objects.exists()
    assert not PuzzleRating.objects.exists()
    assert not PuzzleDay.objects.exists()
    assert Puzzle.objects.filter(pk=puzzle.pk).exists()


def test_a_failed_puzzle_comes_back_after_an_hour_until_it_is_solved():
    alice, puzzle = guest("alice"), one()
    attempt(puzzle, alice, [], wrong(puzzle), NOW)
    solve(puzzle, alice, NOW)  # at once: the solution was still in mind
    later = NOW + COMES_BACK + timedelta(minutes=1)
    assert next_missed(alice, NOW) is None
    assert next_missed(alice, later) == puzzle
    attempt(puzzle, alice, [], wrong(puzzle), later)
    assert next_missed(alice, later, last=puzzle.public_id) == puzzle
    solve(puzzle, alice, later)
    assert next_missed(alice, later) is None
    assert Puzzle.objects.get(pk=puzzle.pk).tried == 1


def test_failed_puzzles_come_back_to_their_player_only_and_the_oldest_first():
    alice, bob = guest("alice"), guest("bob")
    first, second, third = stored()[:3]
    attempt(second, alice, [], wrong(second), NOW)
    attempt(first, alice, [], wrong(first), NOW + timedelta(minutes=5))
    solve(third, alice, NOW)
    later = NOW + timedelta(days=1)
    assert [failed.puzzle for failed in missed(alice, later)] == [second, first]
    assert next_missed(alice, later, last=second.public_id) == first
    assert not missed(bob, later).exists()
    assert next_missed(None, later) is None
