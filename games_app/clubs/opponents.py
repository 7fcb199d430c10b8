"""Opponents in a round: pure functions from the people who are there to the pairs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random

Pair = tuple[int, int]
"""Two players by primary key."""


def paired(order: Sequence[int], met: Collection[frozenset[int]]) -> list[Pair]:
    """Pair an even number of people with their neighbours in ``order``.

    Two who are in ``met`` are paired only if no exchange with another pair avoids it.
    """
    pairs = list(zip(order[::2], order[1::2], strict=True))
    for place in range(len(pairs)):
        if frozenset(pairs[place]) in met:
            _exchange(pairs, place, met)
    return pairs


def _exchange(pairs: list[Pair], place: int, met: Collection[frozenset[int]]) -> None:
    """Exchange an opponent with the nearest pair so that neither pair has met."""
    first, second = pairs[place]
    for other in sorted(range(len(pairs)), key=lambda each: abs(each - place)):
        third, fourth = pairs[other]
        for one, two in (((first, third), (second, fourth)), ((first, fourth), (second, third))):
            if other != place and frozenset(one) not in met and frozenset(two) not in met:
                pairs[place], pairs[other] = one, two
                return


def odd_one(people: Sequence[int], waits: Mapping[int, int]) -> int:
    """Return the last of the people who were left over least often. ``waits``: player -> how often."""
    return min(reversed(people), key=lambda player: waits.get(player, 0))


def in_order(pair: Pair, moved_first: Collection[int], dice: Random) -> Pair:
    """Return the pair with the first mover first: whoever was not in the last round, or one by lot."""
    first, second = pair
    if (first in moved_first) == (second in moved_first):
        return pair if dice.random() < 0.5 else (second, first)
    return (second, first) if first in moved_first else pair
