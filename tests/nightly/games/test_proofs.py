"""Thousands of small positions: whatever the engine says to be proved, plain minimax finds as well.

Each is analysed with few nodes, when most is still estimated, and with enough to prove all.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from games_app.games.engine.analyse import analyse, compact_form
from games_app.games.engine.analysis import Limit, Value
from games_app.games.engine.proof import ProofSearch
from games_app.games.engine.search import OutOfBudget, TranspositionTable
from games_app.games.morris.rules import LAST_STEP
from games_app.games.oware.engine import PROVER
from games_app.games.oware.rules.state import LAST_QUIET
from games_app.games.rules import State, play
from tests.games.checkers.test_engine import few_steps, thrown
from tests.games.congkak import test_engine as congkak
from tests.games.mancala.test_engine import in_pits
from tests.games.oware.test_endings import ENDINGS, few_seeds
from tests.games.searching import minimax, random_positions

FEW_NODES, ENOUGH = (30, 300, 2_000), 500_000
MOST_STATES = 3_000
"""States that plain minimax may visit in a small position."""


class TooLarge(Exception):
    """Raised by minimax in a position that is not small."""


class Seen(dict[Any, int]):
    """The values that minimax has found."""

    def __setitem__(self, state: Any, value: int) -> None:
        if len(self) >= MOST_STATES:
            raise TooLarge
        super().__setitem__(state, value)


def mancala() -> Iterator[State]:
    return random_positions("mancala", 21, lambda state: in_pits(state) <= 8)


def oware() -> Iterator[State]:
    dice = random.Random(22)
    for state in random_positions("oware", 22, lambda state: state.quiet > 0 and sum(state.houses) <= 9):
        yield replace(state, quiet=LAST_QUIET - dice.randint(1, 4))


def endings_of_oware() -> Iterator[State]:
    dice = random.Random(23)
    few = {seeds: few_seeds(seeds, seeds) for seeds in (2, 3, 4)}
    while True:
        state = next(few[dice.choice([2, 3, 4])])
        yield replace(state, quiet=LAST_QUIET - dice.randint(1, 6))


def checkers() -> Iterator[State]:
    dice = random.Random(24)
    for state in random_positions("checkers", 24, few_steps):
        yield state
        if not dice.randrange(40):
            yield thrown(dice)


def morris() -> Iterator[State]:
    dice = random.Random(25)
    for state in random_positions("morris", 25, lambda state: not any(state.heap)):
        yield replace(state, step=LAST_STEP - dice.randint(1, 3))


def rounds() -> Iterator[State]:
    return random_positions("congkak", 26, congkak.very_few_shells)


SMALL: dict[str, tuple[Callable[[], Iterator[State]], int]] = {
    "mancala": (mancala, 2_000),
    "oware": (oware, 200),
    "endings of oware": (endings_of_oware, 2_000),
    "checkers": (checkers, 1_500),
    "morris": (morris, 1_500),
    "congkak": (rounds, 1_500),
}
"""Positions of each kind that are mostly small, and how many are compared."""


def compared(kind: str) -> Iterator[tuple[State, dict[str, int], int]]:
    """Yield small positions, with what minimax finds of each action, and a number of nodes."""
    positions, number = SMALL[kind]
    place = 0
    for state in positions():
        with suppress(TooLarge):
            yield state, margins(state), FEW_NODES[place % len(FEW_NODES)]
            place += 1
        if place == number:
            return


def margins(state: State) -> dict[str, int]:
    """Return the result of each action for the role to move, with best play of both after it.

    Raises TooLarge.
    """
    (role,), (_, compact) = state.to_move, compact_form(state)
    seen = Seen()
    if state.slug == "congkak":
        return {action: _of_the_round(state, role, action, seen) for action in state.legal_actions(role)}
    return {
        action: minimax(play(state, role, action).state, role, compact.lead, seen)
        for action in state.legal_actions(role)
    }


def _of_the_round(state: State, role: str, action: str, seen: Seen) -> int:
    after = state.apply(role, action)
    for step in after.trace:
        if step["do"] == "round":
            (other,) = set(step["stores"]) - {role}
            return int(step["stores"][role] - step["stores"][other])
    return int(congkak.minimax(after, role, seen))


@pytest.mark.parametrize("kind", SMALL)
def test_proved_values_of_an_analysis_agree_with_minimax(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if kind == "endings of oware":
        monkeypatch.setattr(PROVER, "endings", ENDINGS)
    for state, found, few in compared(kind):
        scale = compact_form(state)[1].scale
        for nodes in (few, ENOUGH):
            analysis = analyse(state, Limit(nodes=nodes))
            assert_true(analysis.value, max(found.values()) / scale)
            for action, value in analysis.actions.items():
                assert_true(value, found[action] / scale)
        assert analysis.value.proved
        assert all(value.proved for value in analysis.actions.values())


def assert_true(value: Value, margin: float) -> None:
    """Check the bounds, the kind and the outcome of a value against the true margin."""
    assert value.least <= margin <= value.most
    if value.kind == "exact":
        assert value.score == margin
    if value.proved:
        assert value.outcome == (margin > 0) - (margin < 0)


@pytest.mark.parametrize("kind", SMALL)
def test_proofs_by_numbers_say_what_minimax_finds_however_often_they_are_interrupted(kind: str) -> None:
    for state, found, few in compared(kind):
        (role,), (_, compact) = state.to_move, compact_form(state)
        position = compact.position(state)
        gain = max(found.values()) - compact.lead(state, role)
        for least in (gain - 1, gain, gain + 1):
            table, nodes = TranspositionTable(), few
            while True:
                search: ProofSearch[Any] = ProofSearch(compact, table, nodes)
                try:
                    search.decide(position, least)
                    break
                except OutOfBudget:
                    nodes *= 2  # a path may be longer than a few nodes
                    assert nodes <= ENOUGH
                    known_least, known_most = search.known(position)
                    assert known_least <= gain <= known_most
            known_least, known_most = search.known(position)
            assert known_least <= gain <= known_most
            assert known_least >= least if gain >= least else known_most < least
