"""Counts of action sequences (perft), used to compare implementations of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games_app.games.base import State


def perft(state: State) -> Iterator[int]:
    """Yield how many sequences of 0, 1, 2 ... actions start from ``state``, up to the longest.

    Sequences that lead to one position are counted together: memory grows with the positions of the
    last depth but one, as the last actions are counted and not done.
    """
    front = Counter({state: 1})
    yield 1
    while total := sum(ways * _open(position) for position, ways in front.items()):
        yield total
        front = _following(front)


def _open(state: State) -> int:
    return sum(len(state.legal_actions(role)) for role in state.to_move)


def _following(front: Counter[State]) -> Counter[State]:
    following: Counter[State] = Counter()
    for state, ways in front.items():
        for role in state.to_move:
            for action in state.legal_actions(role):
                following[state.apply(role, action)] += ways
    return following
