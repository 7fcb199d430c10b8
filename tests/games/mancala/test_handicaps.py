"""Values of the head starts that are said to be proved."""

from __future__ import annotations

import pytest

from games_app.games.engine.analyse import analyse
from games_app.games.engine.analysis import Limit
from games_app.games.handicap import HEAD_STARTS
from games_app.games.mancala.handicaps import PROVED
from games_app.games.rules import get_game

NODES = 8_000_000


@pytest.mark.parametrize(("role", "size"), PROVED)
def test_the_engine_proves_the_margin_of_each_head_start(role, size):
    game = get_game("mancala")
    start = HEAD_STARTS[game.slug].given(game.initial_state(), role, size)
    value = analyse(start, Limit(NODES, every=False, endings=False)).value
    assert value.kind == "exact"
    assert (value.least if start.to_move == (role,) else -value.least) == PROVED[role, size]
