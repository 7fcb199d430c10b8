"""The engine sows as the rules do, and proves what plain minimax finds."""

from __future__ import annotations

from itertools import islice

import pytest

from games_app.games.engine.analyse import analyse
from games_app.games.engine.analysis import Limit
from games_app.games.rules import get_game
from tests.games.searching import assert_proved_as_minimax_finds, random_positions

MANCALA = get_game("mancala")


def in_pits(state):
    return 30 - sum(state.pits[store] for store in state.rules.store.values())


def test_values_are_those_of_plain_minimax_in_late_positions():
    late = random_positions("mancala", 2, lambda state: in_pits(state) <= 9)
    for state in islice(late, 60):
        assert_proved_as_minimax_finds(state)


@pytest.mark.parametrize("nodes", [200, 1_000])
def test_the_same_nodes_find_the_same(nodes):
    first, second = (analyse(MANCALA.initial_state(), Limit(nodes=nodes)) for _ in range(2))
    assert first == second
    assert (first.work.stopped, first.value.kind) == ("nodes", "estimate")
    assert first.work.nodes <= nodes + 1
