"""Composed positions of oware: the rules know them, and both sides still have something to play for."""

from __future__ import annotations

from random import Random

from games_app.games.oware.rules import Oware
from games_app.games.oware.rules.state import HALF, SEEDS
from games_app.games.oware.setup import LEFT, composed


def test_a_composed_position_is_one_of_the_game_in_which_nobody_has_won() -> None:
    for seed in range(40):
        state = composed(Random(seed))
        assert Oware().state_from_facts(state.facts()) == state
        assert state.to_move == (state.control,)
        assert max(state.stores) <= HALF
        assert 0 < SEEDS - sum(state.stores) <= LEFT.stop


def test_the_same_seed_composes_the_same_position() -> None:
    assert composed(Random(3)) == composed(Random(3)) != composed(Random(4))
