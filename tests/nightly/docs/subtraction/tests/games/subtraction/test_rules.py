"""Subtraction: the rules that only this game has."""

from __future__ import annotations

import pytest

from games_app.games.rules import IllegalAction, get_game


def test_up_to_three_stones_are_taken_off_the_end_of_the_row() -> None:
    beginning = get_game("subtraction").initial_state()
    assert beginning.legal_actions("south") == ["take p3", "take p4", "take p5"]
    with pytest.raises(IllegalAction) as refusal:
        beginning.apply("south", "take p2")
    assert str(refusal.value) == "You would take 4 stones. Take 3 at most, off the end of the row."


def test_player_who_takes_the_last_stone_wins() -> None:
    state = get_game("subtraction").initial_state()
    for role, action in (("south", "take p3"), ("north", "take p1")):
        state = state.apply(role, action)
    assert state.goals() == {"south": 0, "north": 100}
