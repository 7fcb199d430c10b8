"""The table of endings contains what the rules lead to, and serves only proofs."""

from __future__ import annotations

from itertools import islice, product

from games_app.games.engine.analyse import analyse
from games_app.games.engine.analysis import Limit
from games_app.games.engine.search import INFINITE, Search, TranspositionTable
from games_app.games.mancala import GAME
from games_app.games.mancala.engine import ENDINGS, engine_of, prover_of
from games_app.games.mancala.rules import MancalaState
from tests.games.searching import minimax, random_positions

RULES = GAME.rules({})
ENGINE, PROVER, ENDING = engine_of(RULES), prover_of(RULES), ENDINGS[5]
FEW = 4
"""Stones of the endings that are all compared."""
MIDDLE = 20
"""Stones in the pits of positions that are no endings."""


def endings():
    """Yield every position of at most ``FEW`` stones in the pits in which north decides."""
    rows = [row for row in product(range(FEW + 1), repeat=5) if sum(row) <= FEW]
    for own, others in product(rows, repeat=2):
        if any(own) and sum(own + others) <= FEW:
            stored = RULES.total - sum(own + others)
            yield MancalaState(RULES, (*own, stored, *others, 0), "north")


def in_pits(state):
    return sum(state.pits[pit] for row in RULES.pits.values() for pit in row)


def test_each_small_ending_is_worth_what_plain_minimax_finds():
    found, seen = 0, {}
    for state in endings():
        margin = minimax(state, "north", ENGINE.lead, seen)
        gain = margin - ENGINE.lead(state, "north")
        assert PROVER.bounds(PROVER.position(state)) == (gain, gain), state
        found += 1
    assert found > 500


def test_endings_of_random_games_are_known_without_a_search():
    for state in islice(random_positions("mancala", 3, lambda state: in_pits(state) == ENDING), 20):
        found = analyse(state)
        assert found.work.nodes == 0
        assert all(value.kind == "exact" for value in found.actions.values())


def test_endings_prove_what_the_search_alone_proves():
    for state in islice(random_positions("mancala", 4, lambda state: in_pits(state) == MIDDLE), 4):
        (role,) = state.to_move
        search = Search(ENGINE, TranspositionTable())
        alone = search.value(ENGINE.position(state), INFINITE, -INFINITE, INFINITE)
        assert alone == (analyse(state).value.score - ENGINE.lead(state, role), True)


def test_a_level_that_looks_some_choices_ahead_knows_no_endings():
    (state,) = islice(random_positions("mancala", 5, lambda state: in_pits(state) == ENDING), 1)
    assert analyse(state).value.kind == "exact"
    assert analyse(state, Limit(depth=1)).value.kind == "estimate"
