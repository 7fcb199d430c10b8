"""Proofs by numbers find what plain minimax finds, in every game that ends soon enough."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from games_app.games.engine.analyse import compact_form
from games_app.games.engine.proof import ProofSearch
from games_app.games.engine.search import OutOfBudget, TranspositionTable
from games_app.games.morris.rules import LAST_STEP
from games_app.games.oware.rules.state import LAST_QUIET
from games_app.games.rules import State
from tests.games.searching import minimax, random_positions


def late_oware(seed: int) -> Iterator[State]:
    few = random_positions("oware", seed, lambda state: state.quiet > 0 and sum(state.houses) <= 7)
    return (replace(state, quiet=LAST_QUIET - 4) for state in few)


def late_checkers(seed: int) -> Iterator[State]:
    return random_positions("checkers", seed, lambda state: state.step >= 60)


def late_morris(seed: int) -> Iterator[State]:
    few = random_positions(
        "morris", seed, lambda state: not any(state.heap) and len(state.legal_actions(state.control)) <= 12
    )
    return (replace(state, step=LAST_STEP - 3) for state in few)


LATE = {"oware": late_oware, "checkers": late_checkers, "morris": late_morris}
POSITIONS = {"oware": 8, "checkers": 20, "morris": 10}


@pytest.mark.parametrize("game", LATE)
def test_a_proof_by_numbers_says_what_minimax_finds(game: str) -> None:
    for state in islice(LATE[game](1), POSITIONS[game]):
        assert_decided_as_minimax_finds(state)


def assert_decided_as_minimax_finds(state: State) -> None:
    """Check the answers about the gain, one more and one less, each with an empty table."""
    (role,), (_, compact) = state.to_move, compact_form(state)
    position = compact.position(state)
    gain = minimax(state, role, compact.lead) - compact.lead(state, role)
    for least in (gain - 1, gain, gain + 1):
        search: ProofSearch[Any] = ProofSearch(compact, TranspositionTable())
        search.decide(position, least)
        known_least, known_most = search.known(position)
        assert known_least <= gain <= known_most
        assert known_least >= least if gain >= least else known_most < least


def test_an_interrupted_proof_continues_where_it_stopped() -> None:
    few = random_positions("oware", 2, lambda state: sum(state.houses) == 8)
    state = replace(next(few), quiet=LAST_QUIET - 10)
    _, compact = compact_form(state)
    position, table = compact.position(state), TranspositionTable()
    whole: ProofSearch[Any] = ProofSearch(compact, TranspositionTable())
    whole.decide(position, 1)
    first: ProofSearch[Any] = ProofSearch(compact, table, nodes=whole.nodes // 2)
    with pytest.raises(OutOfBudget):
        first.decide(position, 1)
    second: ProofSearch[Any] = ProofSearch(compact, table)
    second.decide(position, 1)
    assert second.known(position) == whole.known(position)
    assert second.nodes < whole.nodes
