"""The ladder of the computer's levels: pairs of games with swapped seats."""

from __future__ import annotations

from tools.bench import ladder


def test_each_level_of_a_game_is_played_against_the_one_below():
    report = ladder.measure(["congkak"], pairs=2)
    steps = [(step.level, step.below, step.games) for step in report.steps]
    assert steps == [("easy", "beginner", 4), ("medium", "easy", 4), ("hard", "medium", 4)]
    assert all(0 <= step.score <= 1 for step in report.steps)
    assert "congkak" in report.text()


def test_the_levels_of_a_further_rule_set_are_played_too(monkeypatch):
    monkeypatch.setattr(ladder, "LEVELS", {"draughts": ladder.LEVELS["draughts"][:2]})
    (step,) = ladder.measure(["draughts"], pairs=2).steps
    assert (step.game, step.level, step.below) == ("draughts", "easy", "beginner")
