"""Results of pairings as the pairing systems and the standings read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

Outcome: TypeAlias = Literal["first", "second", "draw", "none"]
"""Winner of a pairing by the order of its people; ``none`` gives nobody a point."""
Pair: TypeAlias = tuple[int, int]
"""The first mover and the second mover."""

WIN, DRAW, LOSS = 2, 1, 0
"""Points in halves, so that sums are whole numbers."""


class Result(NamedTuple):
    """A decided pairing."""

    first: int
    second: int | None
    """None for a bye, which ``first`` has."""
    outcome: Outcome
    played: bool = True
    """False for a bye, and for a point without a game."""

    def points(self) -> Iterator[tuple[int, int]]:
        """Yield each person's number with the points that they got."""
        yield self.first, {"first": WIN, "draw": DRAW}.get(self.outcome, LOSS)
        if self.second is not None:
            yield self.second, {"second": WIN, "draw": DRAW}.get(self.outcome, LOSS)

    def opponent_of(self, number: int) -> int | None:
        return self.second if number == self.first else self.first


def balances(results: Iterable[Pair]) -> dict[int, int]:
    """Return by number how many more games people moved first in than second."""
    balance: dict[int, int] = {}
    for first, second in results:
        balance[first] = balance.get(first, 0) + 1
        balance[second] = balance.get(second, 0) - 1
    return balance


def in_fair_order(one: int, other: int, games: Iterable[Pair]) -> Pair:
    """Return the two with the one first who has moved first more seldom.

    If they are even, sides are swapped since their last game; people who have not met keep the given order.
    """
    before = list(games)
    balance = balances(before)
    ours, theirs = balance.get(one, 0), balance.get(other, 0)
    if ours != theirs:
        return (one, other) if ours < theirs else (other, one)
    last = next((game for game in reversed(before) if set(game) == {one, other}), None)
    return (last[1], last[0]) if last else (one, other)
