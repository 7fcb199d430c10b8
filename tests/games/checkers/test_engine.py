"""The engine moves as the rules do, and proves what plain minimax finds."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import pytest

from games_app.games.checkers.engine import ENGINE
from games_app.games.checkers.rules import DARK, LAST_STEP, CheckersState
from games_app.games.engine.analyse import analyse
from games_app.games.engine.analysis import Limit
from games_app.games.rules import get_game
from tests.games.searching import assert_proved_as_minimax_finds, random_positions

CHECKERS = get_game("checkers")


def few_steps(state):
    """Return how many steps all pawns have left, so that minimax ends in time."""
    rows = {"black": lambda cell: 7 - cell // 8, "red": lambda cell: cell // 8}
    return sum(rows[role](cell) for cell, role in enumerate(state.cells) if role) <= 11


def thrown(dice):
    """Return three pawns far from each other, in any columns."""
    cells, black = [None] * 64, dice.choice([1, 2])
    for role, rows, pawns in (("black", range(0, 24), black), ("red", range(40, 64), 3 - black)):
        for cell in dice.sample([cell for cell in rows if cell in DARK], pawns):
            cells[cell] = role
    return CheckersState(tuple(cells), (9 + black, 12 - black), dice.choice(["black", "red"]), 40)


def test_values_are_those_of_plain_minimax_in_late_positions():
    for state in islice(random_positions("checkers", 2, few_steps), 30):
        assert_proved_as_minimax_finds(state)


def test_values_are_those_of_plain_minimax_where_pawns_have_far_to_go():
    dice = random.Random(4)
    for _ in range(8):
        assert_proved_as_minimax_finds(thrown(dice))


@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_values_are_those_of_plain_minimax_shortly_before_the_last_step(left):
    for state in islice(
        random_positions("checkers", left, lambda state: state.step % 2 == left % 2), 0, 100, 10
    ):
        assert_proved_as_minimax_finds(replace(state, step=LAST_STEP - left))


def test_the_plies_that_are_left_are_no_part_of_a_position_that_cannot_run_out_of_them():
    late = next(state for state in random_positions("checkers", 3, few_steps))
    assert ENGINE.position(late) == ENGINE.position(replace(late, step=late.step + 2))
    last = replace(late, step=LAST_STEP - 1)
    assert ENGINE.position(late) != ENGINE.position(last)


def test_the_same_nodes_find_the_same():
    first, second = (analyse(CHECKERS.initial_state(), Limit(nodes=2_000)) for _ in range(2))
    assert first == second
    assert (first.work.stopped, first.value.kind) == ("nodes", "estimate")
