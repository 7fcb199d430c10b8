"""The ladder of the computer's levels: pairs of games with swapped seats."""

from __future__ import annotations

from tools.bench import ladder


def test_each_level_of_a_game_is_played_against_the_one_below():
    report = ladder.measure(["congkak"], pairs=2)
    steps = {name: figures for section in report.sections for name, [figures] in section.sides.items()}
    assert [*steps] == ["easy over beginner", "medium over easy", "hard over medium"]
    assert all(0 <= figures["score"] <= 1 for figures in steps.values())
    assert "4 games of each level" in report.text()
