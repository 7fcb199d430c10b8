"""A second program for morris without a last step, which shares nothing with the rules: points as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

LINES = [
    *("a1 d1 g1", "a7 d7 g7", "b2 d2 f2", "b6 d6 f6", "c3 d3 e3", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4"),
    *("a1 a4 a7", "g1 g4 g7", "b2 b4 b6", "f2 f4 f6", "c3 c4 c5", "e3 e4 e5", "d1 d2 d3", "d5 d6 d7"),
]
DIAGONALS = ["a1 b2 c3", "a7 b6 c5", "g1 f2 e3", "g7 f6 e5"]
POINTS = sorted({point for line in LINES for point in line.split()})

Lines = tuple[frozenset[str], ...]
Side = frozenset[str]
Seen = tuple[tuple[Side, Side], ...]
Position = tuple[Side, Side, int, int, Seen]
"""Stones of the side to move and of the other, those still to place of each, and earlier pairs of sides."""


def sequences(
    own: Side, other: Side, heaps: tuple[int, int], depth: int, flies: bool, diagonals: bool = False
) -> list[int]:
    """Return how many sequences of 1, 2 ... actions there are; taking a stone is an action of its own."""
    lines = [line.split() for line in (LINES + DIAGONALS if diagonals else LINES)]
    mills = tuple(map(frozenset, lines))
    beside = frozenset(frozenset(pair) for a, b, c in lines for pair in ((a, b), (b, c)))
    front: Counter[tuple[Position, bool]] = Counter({((own, other, *heaps, ()), False): 1})
    found = []
    for _ in range(depth):
        after: Counter[tuple[Position, bool]] = Counter()
        for (here, mill), ways in front.items():
            for following in _taken(here, mills) if mill else _moved(here, flies, mills, beside):
                after[following] += ways
        front = after
        found.append(front.total())
    return found


def _taken(here: Position, mills: Lines) -> Iterator[tuple[Position, bool]]:
    own, other, heap, other_heap, _ = here
    safe = frozenset().union(*(mill for mill in mills if mill <= other))
    for point in other - safe or other:
        yield (other - {point}, own, other_heap, heap, ()), False


def _moved(
    here: Position, flies: bool, mills: Lines, beside: frozenset[frozenset[str]]
) -> Iterator[tuple[Position, bool]]:
    own, other, heap, other_heap, seen = here
    if len(own) + heap < 3 or seen[-2::-2].count((own, other)) >= 2 or len(seen) >= 100:
        return
    free = [point for point in POINTS if point not in own | other]
    if heap:
        moves = [(own, to) for to in free]
    else:
        far = flies and len(own) == 3
        moves = [
            (own - {start}, to) for start in own for to in free if far or frozenset((start, to)) in beside
        ]
    for rest, to in moves:
        now = rest | {to}
        if any(to in mill and mill <= now for mill in mills):
            yield (now, other, max(0, heap - 1), other_heap, ()), True
        else:
            past = () if heap else (*seen, (own, other))
            yield (other, now, other_heap, max(0, heap - 1), past), False
