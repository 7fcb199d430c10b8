"""The engine of oware proves what plain minimax finds, and says where it only estimates."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from games_app.games.engine.analyse import analyse
from games_app.games.engine.analysis import Limit
from games_app.games.oware.rules.state import LAST_QUIET
from games_app.games.rules import get_game
from tests.games.searching import assert_proved_as_minimax_finds, random_positions

OWARE = get_game("oware")


def test_values_are_those_of_plain_minimax_near_the_end() -> None:
    late = random_positions("oware", 3, lambda state: state.quiet > 0 and sum(state.houses) <= 7)
    for state in islice(late, 6):
        assert_proved_as_minimax_finds(replace(state, quiet=LAST_QUIET - 4))


def test_the_first_position_is_estimated_and_says_so() -> None:
    assert analyse(OWARE.initial_state(), Limit(nodes=500)).value.kind == "estimate"
