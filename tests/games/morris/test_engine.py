"""The engine moves as the rules do, and proves what plain minimax finds."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import pytest

from games_app.games.engine.analyse import analyse
from games_app.games.engine.analysis import Limit
from games_app.games.engine.search import INFINITE, Search, TranspositionTable
from games_app.games.morris.bitboard import MILL, OTHER_AT
from games_app.games.morris.engine import ENGINE, LEFT_AT, PROVER
from games_app.games.morris.rules import LAST_STEP
from games_app.games.rules import get_game
from tests.games.searching import assert_proved_as_minimax_finds, random_positions

MORRIS = get_game("morris")


def few_stones(state):
    """Return a position with few enough moves for minimax."""
    return not any(state.heap) and len(state.legal_actions(state.control)) <= 16


@pytest.mark.parametrize(("left", "positions"), [(1, 60), (2, 30), (3, 8)])
def test_values_are_those_of_plain_minimax_shortly_before_the_last_step(left, positions):
    for state in islice(random_positions("morris", left, few_stones), positions):
        assert_proved_as_minimax_finds(replace(state, step=LAST_STEP - left))


@pytest.mark.parametrize("left", [2, 3])
def test_a_mill_that_is_to_be_settled_is_counted_in_the_bounds(left):
    fitting = random_positions("morris", 10 + left, lambda state: few_stones(state) and state.mill)
    for state in islice(fitting, 8):
        assert_proved_as_minimax_finds(replace(state, step=LAST_STEP - left))


@pytest.mark.parametrize("left", [5, 6])
def test_closer_bounds_contain_what_a_search_without_them_finds(left):
    dice = random.Random(left)
    for number in range(40):
        own, other = dice.choice([(4, 4), (4, 5), (5, 4), (5, 5), (6, 5)])
        places = [1 << place for place in dice.sample(range(24), own + other)]
        mill = MILL if number % 2 else 0
        position = sum(places[:own]) | sum(places[own:]) << OTHER_AT | mill | left << LEFT_AT
        value, proved = Search(ENGINE, TranspositionTable()).value(position, INFINITE, -INFINITE, INFINITE)
        least, most = PROVER.bounds(position)
        assert proved
        assert least <= value <= most


def test_the_same_nodes_find_the_same():
    first, second = (analyse(MORRIS.initial_state(), Limit(nodes=2_000)) for _ in range(2))
    assert first == second
    assert (first.work.stopped, first.value.kind) == ("nodes", "estimate")
