"""The engine sows as the rules do, and proves of a round what plain minimax finds."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from games_app.games.congkak.engine import engine
from games_app.games.engine.analyse import CannotAnalyse, analyse
from games_app.games.engine.analysis import Limit
from games_app.games.engine.search import TranspositionTable
from games_app.games.rules import get_game
from tests.games.searching import assert_moves_as_the_rules_do, assert_proved, random_positions

CONGKAK = get_game("congkak")


def few_shells(state):
    return 0 < sum(state.shells[house] for house in state.rules.all_houses) <= 12


def very_few_shells(state):
    return 0 < sum(state.shells[house] for house in state.rules.all_houses) <= 8


def burnt_and_few(state):
    return state.burnt and few_shells(state)


def minimax(state, role, seen):
    """Return by how many shells ``role`` wins the round with best play of both, by the rules alone.

    A state that was met before keeps its value.
    """
    if state not in seen:
        (mover,) = state.to_move
        values = []
        for action in state.legal_actions(mover):
            after = state.apply(mover, action)
            ended = [step["stores"] for step in after.trace if step["do"] == "round"]
            other = "north" if role == "south" else "south"
            values.append(ended[0][role] - ended[0][other] if ended else minimax(after, role, seen))
        seen[state] = max(values) if mover == role else min(values)
    return seen[state]


def test_the_engine_sows_as_the_rules_do_with_burnt_houses():
    for state in islice(random_positions("congkak", 1, lambda state: state.burnt), 150):
        assert_moves_as_the_rules_do(state)


def assert_proved_as_minimax_finds(slug, late, positions):
    """Compare so many late positions."""
    for state in islice(random_positions(slug, 2, late), positions):
        (role,) = state.to_move
        assert_proved(state, minimax(state, role, {}))
        assert analyse(state).scope == "round"


def one_side_passes(state):
    shells = state.shells
    return few_shells(state) and not all(any(shells[house] for house in own) for own in state.rules.houses)


LATE = [
    ("congkak", few_shells, 15),
    ("congkak", burnt_and_few, 4),
    ("dakon", very_few_shells, 4),
    ("sungka", one_side_passes, 10),
]


@pytest.mark.parametrize(("slug", "late", "positions"), LATE)
def test_values_are_those_of_plain_minimax_in_late_positions(slug, late, positions):
    assert_proved_as_minimax_finds(slug, late, positions)


def test_the_best_alone_is_proved_although_another_action_is_known_exactly():
    start = CONGKAK.initial_state(opening="south", rounds="1")
    shells = (2, 1, 3, 4, 1, 0, 1, 27, 5, 1, 6, 2, 1, 7, 3, 34)
    found = analyse(replace(start, shells=shells), Limit(every=False))
    assert (found.value.kind, found.value.score, found.best) == ("exact", 14, ("scoop 7",))


def test_a_table_of_one_round_says_nothing_of_another():
    table = TranspositionTable()
    whole = next(random_positions("congkak", 3, few_shells, rounds="1"))
    burnt = next(random_positions("congkak", 3, burnt_and_few))
    analyse(whole, table=table)
    assert analyse(burnt, table=table) == analyse(burnt)


def test_the_secret_opening_and_sowing_by_hand_are_not_analysed():
    for options in ({}, {"opening": "south", "sowing": "hand"}):
        with pytest.raises(CannotAnalyse):
            analyse(CONGKAK.initial_state(**options))


def test_the_same_nodes_find_the_same():
    start = CONGKAK.initial_state(opening="north")
    assert engine(CONGKAK).can_search(start)
    first, second = (analyse(start, Limit(nodes=1_000)) for _ in range(2))
    assert first == second
    assert first.work.stopped == "nodes"
