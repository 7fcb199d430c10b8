"""Each opening that is called even is proved so, by searching every continuation to its end."""

from __future__ import annotations

import pytest

from games_app.engine.analyse import analyse
from games_app.engine.analysis import Limit
from games_app.games.mancala.openings import EVEN
from games_app.rules import get_game
from games_app.rules_service import play

MANCALA = get_game("mancala")
ENOUGH = Limit(nodes=5_000_000, every=False)


def after(*actions):
    """The position between two turns to which these decisions lead."""
    state = MANCALA.initial_state()
    for action in actions:
        state = play(state, state.to_move[0], action).state
    return state


@pytest.mark.parametrize("opening", EVEN, ids=" ".join)
def test_after_each_even_opening_neither_side_can_force_a_win(opening):
    assert analyse(after(*opening), ENOUGH).value.outcome == 0
