"""The engine sows as the rules do, and proves what plain minimax finds."""

from __future__ import annotations

from itertools import islice

import pytest

from games_app.engine.analyse import analyse
from games_app.engine.analysis import Limit
from games_app.rules import get_game
from tests.games.searching import assert_proved_as_minimax_finds, random_positions

MANCALA = get_game("mancala")
ENOUGH = Limit(nodes=5_000_000)


def in_pits(state):
    return 30 - sum(state.pits[store] for store in state.rules.store.values())


def test_values_are_those_of_plain_minimax_in_late_positions():
    late = random_positions("mancala", 2, lambda state: in_pits(state) <= 9)
    for state in islice(late, 60):
        assert_proved_as_minimax_finds(state)


@pytest.mark.nightly
def test_who_begins_wins_by_8_stones_and_only_with_the_third_pit():
    found = analyse(MANCALA.initial_state(), ENOUGH)
    assert (found.role, found.scope, found.value.unit, found.value.kind) == (
        "north",
        "game",
        "margin",
        "exact",
    )
    assert found.value.score == 8
    assert {action: value.score for action, value in found.actions.items()} == {
        "pick p8": 8, "pick p9": -2, "pick p10": -4, "pick p6": -12, "pick p7": -14,
    }  # fmt: skip
    assert found.best == ("pick p8",)
    assert found.line[0] == ("north", "pick p8")
    assert found.line_proved


@pytest.mark.parametrize("nodes", [200, 1_000])
def test_the_same_nodes_find_the_same(nodes):
    first, second = (analyse(MANCALA.initial_state(), Limit(nodes=nodes)) for _ in range(2))
    assert first == second
    assert (first.work.stopped, first.value.kind) == ("nodes", "estimate")
    assert first.work.nodes <= nodes + 1
