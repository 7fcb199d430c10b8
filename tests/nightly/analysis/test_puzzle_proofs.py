"""All puzzles that come with the site hold, by the rules alone and by the engine's proof."""

from __future__ import annotations

import os

import pytest

from games_app.analysis.puzzles.shipped import WITH_PUZZLES, shipped
from games_app.games.engine.analyse import analyse
from games_app.games.engine.analysis import Limit
from games_app.games.engine.puzzle import only_win
from games_app.games.oware.endings import ENDINGS, Endings
from games_app.games.oware.engine import PROVER
from games_app.games.rules import get_game, play
from tests.analysis.test_puzzle_proofs import CHECKED, MOST_POSITIONS, checked_decisions
from tests.games.oware.test_endings import solved

EVERY = int(os.environ.get("PUZZLES_EVERY", "2"))
"""Distance of the puzzles that are checked; a workflow of its own checks each."""
AGAIN = 5
"""Distance of the puzzles that are proved again."""


@pytest.mark.parametrize("slug", WITH_PUZZLES)
def test_plain_minimax_finds_the_same_single_win(slug):
    assert checked_decisions(slug, shipped(slug)[::EVERY], MOST_POSITIONS) >= CHECKED


@pytest.fixture(scope="module")
def endings_of_oware() -> Endings:
    return solved(ENDINGS.parts[-1])


@pytest.mark.parametrize("slug", WITH_PUZZLES)
def test_puzzles_that_come_with_the_site_are_proved_again(slug, endings_of_oware, monkeypatch):
    monkeypatch.setattr(PROVER, "endings", endings_of_oware)
    for plain in shipped(slug)[::AGAIN]:
        state = get_game(slug).state_from_facts(plain["facts"])
        for step in plain["steps"]:
            assert only_win(analyse(state, Limit(nodes=400_000))) == step["right"]
            for role, action in ((plain["role"], step["right"]), *step["follows"]):
                state = play(state, role, action).state
