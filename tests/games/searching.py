"""Plain minimax by the rules alone, and late positions on which the engines must agree with it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from games_app.games.engine.analyse import analyse, compact_form
from games_app.games.engine.analysis import Limit
from games_app.games.engine.contract import Compact
from games_app.games.rules import State, get_game, play
from tests.games.positions import playout
from tests.games.recorded import played, recorded


def random_positions(
    slug: str, seed: int, late: Callable[[Any], bool] = lambda state: True, **options: str
) -> Iterator[Any]:
    """Draw positions of random games that are late, by ``late``, and can be searched."""
    dice = random.Random(seed)
    while True:
        start = get_game(slug).initial_state(**options)
        for state, _, _ in playout(start, dice):
            if can_search(state) and late(state):
                yield state


def recorded_positions(slug: str) -> Iterator[State]:
    """Yield every position of the recorded games in which one role decides."""
    for record in recorded(slug):
        for decision in played(record):
            state = get_game(slug).state_from_facts(decision["before"])
            if can_search(state):
                yield state


def can_search(state: State) -> bool:
    try:
        compact_form(state)
    except ValueError:
        return False
    return True


def minimax(
    state: State, role: str, worth: Callable[[State, str], int], seen: dict[State, int] | None = None
) -> int:
    """Return the result of ``role`` with best play of both, by the rules alone and without any bound.

    A state that was met before keeps its value.
    """
    seen = {} if seen is None else seen
    if not state.to_move:
        return worth(state, role)
    if state not in seen:
        (mover,) = state.to_move
        after = (play(state, mover, action).state for action in state.legal_actions(mover))
        values = [minimax(each, role, worth, seen) for each in after]
        seen[state] = max(values) if mover == role else min(values)
    return seen[state]


def assert_proved_as_minimax_finds(state: State) -> None:
    (role,), (_, compact) = state.to_move, compact_form(state)
    assert_proved(state, minimax(state, role, compact.lead))


def assert_proved(state: State, margin: int) -> None:
    """Check that the engine's bounds contain the result of best play, and its analysis proves it.

    ``margin`` is for the role to move, in the units of the compact form.
    """
    (role,), (_, compact) = state.to_move, compact_form(state)
    least, most = compact.proving().bounds(compact.position(state))
    assert least <= margin - compact.lead(state, role) <= most
    found = analyse(state, Limit(nodes=500_000))
    assert (found.value.kind, found.value.score) == ("exact", margin / compact.scale)


def assert_moves_as_the_rules_do(state: State) -> None:
    """Check that each decision gains the same and leads to the same position, or to a certain result."""
    (role,), (_, compact) = state.to_move, compact_form(state)
    position, before = compact.position(state), compact.lead(state, role)
    if len(set(compact.bounds(position))) == 1:
        return
    entries = compact.entries(state)
    by_the_rules = {_settled(compact, e.lead - before, e.position, e.again) for e in entries}
    assert by_the_rules == {_settled(compact, *choice) for choice in compact.choices(position)}


def _settled(compact: Compact[Any, Any], gain: int, after: Any, again: bool) -> tuple[int, Any, bool]:
    """Return a choice; one that ends play or makes the result certain has everything that it gains."""
    if after is None:
        return gain, None, False
    gain, after, again = compact.played_on((gain, after, again))
    least, most = compact.bounds(after)
    if least != most and compact.choices(after):
        return gain, after, again
    rest = least if least == most else 0
    return gain + (rest if again else -rest), None, False
