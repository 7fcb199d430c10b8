"""Each opening that is called even is proved even by searching every continuation to its end."""

from __future__ import annotations

import pytest

from games_app.games.engine.analyse import analyse
from games_app.games.engine.analysis import Limit
from games_app.games.mancala.setup import EVEN, MARGINS
from games_app.games.rules import get_game
from games_app.rules_service import play

MANCALA = get_game("mancala")
ENOUGH = Limit(nodes=5_000_000, every=False)


def after(*actions):
    """Return the position between two turns to which these decisions lead."""
    state = MANCALA.initial_state()
    for action in actions:
        state = play(state, state.to_move[0], action).state
    return state


@pytest.mark.parametrize("opening", EVEN, ids=" ".join)
def test_after_each_even_opening_neither_side_can_force_a_win(opening):
    assert analyse(after(*opening), ENOUGH).value.outcome == 0


def test_each_first_move_is_worth_what_the_rules_page_says():
    found = analyse(MANCALA.initial_state(), Limit(nodes=5_000_000))
    assert {action: (value.kind, value.score) for action, value in found.actions.items()} == {
        action: ("exact", score) for action, score in MARGINS.items()
    }
