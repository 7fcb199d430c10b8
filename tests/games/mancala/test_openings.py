"""What is said of fairness is proved here, by searching every continuation to its end."""

from __future__ import annotations

import random

import pytest

from games_app.games.mancala.openings import EVEN
from games_app.games.mancala.rules import STORE
from games_app.rules import get_game
from games_app.rules_service import play
from tests.games.mancala.sowing_proof import Proof, seen, sown

MANCALA = get_game("mancala")
PITS = {"south": ["p1", "p2", "p3", "p4", "p5"], "north": ["p6", "p7", "p8", "p9", "p10"]}
FIRST_WINS_BY = 8
"""19 stones to 11."""


@pytest.fixture(scope="module")
def proof():
    return Proof()


def after(*actions):
    """The position between two turns to which these decisions lead."""
    state = MANCALA.initial_state()
    for action in actions:
        state = play(state, state.to_move[0], action).state
    return state


def random_positions(dice, least, most):
    """Positions of random games, with so many sowings behind them."""
    while True:
        state, sowings = MANCALA.initial_state(), dice.randint(least, most)
        while sowings and state.to_move:
            role = state.control
            state = play(state, role, dice.choice(state.legal_actions(role))).state
            sowings -= 1
        if state.to_move:
            yield state


def in_pits(state):
    return 30 - sum(state.pits[store] for store in STORE.values())


def plain_minimax(state, role):
    """By how many stones ``role`` wins from here with best play, by the rules alone."""
    if not state.to_move:
        return state.pits[STORE[role]] - (30 - state.pits[STORE[role]])
    values = [
        plain_minimax(play(state, state.control, action).state, role)
        for action in state.legal_actions(state.control)
    ]
    return max(values) if state.control == role else min(values)


def test_the_search_sows_as_the_rules_do():
    dice = random.Random(1)
    positions = random_positions(dice, 0, 12)
    for state in (next(positions) for _ in range(300)):
        mover = state.control
        action = dice.choice(state.legal_actions(mover))
        if not action.startswith("pick "):
            continue
        following = state.apply(mover, action)
        while following.at is not None:
            following = following.apply(*following.forced())
        pit = PITS[mover].index(action.split()[1])
        stored, pits, again = sown(seen(state), pit)
        assert stored == following.pits[STORE[mover]] - state.pits[STORE[mover]]
        assert (pits, again) == (seen(following), following.control == mover)


def test_the_search_finds_what_plain_minimax_finds_in_late_positions(proof):
    positions = random_positions(random.Random(2), 14, 30)
    late = [state for state in (next(positions) for _ in range(400)) if in_pits(state) <= 9][:60]
    assert len(late) == 60
    for state in late:
        margin = plain_minimax(state, state.control)
        assert proof.outcome(state) == (margin > 0) - (margin < 0)


def test_whoever_begins_mancala_wins_by_19_to_11_and_only_with_one_sowing(proof):
    start = MANCALA.initial_state()
    assert proof.gain(seen(start), FIRST_WINS_BY - 1, FIRST_WINS_BY + 1) == FIRST_WINS_BY
    winning = [action for action in start.legal_actions("north") if north_wins(proof, after(action)) > 0]
    assert winning == ["pick p8"]


def north_wins(proof, state):
    return proof.outcome(state) * (1 if state.control == "north" else -1)


@pytest.mark.parametrize("opening", EVEN, ids=" ".join)
def test_after_each_even_opening_neither_side_can_force_a_win(proof, opening):
    assert proof.outcome(after(*opening)) == 0
