"""The tables of endings contain what the rules lead to, whatever is in the stores, and serve only proofs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from games_app.games.engine.analyse import analyse
from games_app.games.engine.analysis import Limit
from games_app.games.engine.contract import MASTER
from games_app.games.engine.levels import limit_of
from games_app.games.oware.compact import BOARD, SCALE, position_of
from games_app.games.oware.endings import Endings
from games_app.games.oware.engine import ENGINE, PROVER, OwareProver
from games_app.games.oware.rules.state import HALF, LAST_QUIET, ROLES, SEEDS, OwareState
from tests.games.searching import minimax, random_positions

FEW = 5
"""Seeds of the endings that are compared."""
MOST_LEFT = {1: LAST_QUIET, 2: LAST_QUIET, 3: 20, 4: 8, 5: 3}
"""Moves without a capture that may be left, by seeds: plain minimax visits all that can follow."""


def solved(most: int) -> Endings:
    endings = Endings(most)
    for part in endings.parts:
        making = endings.solve(part)
        try:
            while True:
                next(making)
        except StopIteration as made:
            endings.take(part, memoryview(made.value))
    return endings


ENDINGS = solved(FEW)


def few_seeds(seed: int, seeds: int) -> Iterator[OwareState]:
    """Draw positions with so many seeds, anywhere in the houses."""
    dice = random.Random(seed)
    while True:
        houses = [0] * 12
        for _ in range(seeds):
            houses[dice.randrange(12)] += 1
        quiet = LAST_QUIET - dice.randint(1, MOST_LEFT[seeds])
        state = OwareState(tuple(houses), (HALF, HALF - seeds), dice.choice(ROLES), quiet)
        if any(state.row(state.control)) and state.playable():
            yield state


@pytest.mark.parametrize("seeds", range(1, FEW + 1))
def test_the_winner_of_an_ending_is_the_one_of_plain_minimax_for_any_stores(seeds: int) -> None:
    draws = few_seeds(seeds, seeds)
    prover = OwareProver(ENDINGS)
    for _ in range(12):
        state, seen = next(draws), dict[OwareState, int]()
        for stored in range(SEEDS - HALF - seeds, HALF + 1):
            ending = replace(state, stores=(stored, SEEDS - seeds - stored))
            position = position_of(ending)
            lead = ENGINE.lead(ending, ending.control)
            margin = minimax(ending, ending.control, ENGINE.lead, seen)
            gain = ENDINGS.gain(position & BOARD, seeds, LAST_QUIET - ending.quiet)
            assert _sign(lead + SCALE * gain) == _sign(margin), ending
            least, most = prover.bounds(position)
            assert lead + least <= margin <= lead + most
            assert (_sign(lead + least), _sign(lead + most)).count(_sign(margin)) == 2


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def test_a_table_that_ends_early_is_refused() -> None:
    with pytest.raises(ValueError, match="damaged"):
        Endings(FEW).take(1, memoryview(bytes(100)))


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PROVER, "endings", ENDINGS)


@pytest.mark.usefixtures("known")
def test_an_analysis_knows_the_endings_and_a_level_does_not() -> None:
    late = random_positions("oware", 5, lambda state: sum(state.houses) == FEW and state.quiet < HALF)
    state = next(late)
    assert analyse(state, Limit(nodes=1)).value.proved
    assert not analyse(state, Limit(nodes=1, endings=False)).value.proved
    assert not limit_of(MASTER).endings
