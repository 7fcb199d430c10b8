"""Counting what the rules allow: known counts show that an engine is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games_app.games.base import State


def perft(state: State) -> Iterator[int]:
    """How many sequences of 0, 1, 2 ... actions start from ``state``; ends when every one has ended.

    Sequences that meet in one position go on together, so the count needs memory for a depth's positions.
    """
    front = Counter({state: 1})
    while front:
        yield front.total()
        front = _following(front)


def _following(front: Counter[State]) -> Counter[State]:
    following: Counter[State] = Counter()
    for state, ways in front.items():
        for role in state.to_move:
            for action in state.legal_actions(role):
                following[state.apply(role, action)] += ways
    return following
