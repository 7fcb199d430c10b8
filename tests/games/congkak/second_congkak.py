"""A second program for congkak, which shares nothing with the rules: two rows, two stores, whole turns.

A cell is ("house", side, place) or ("store", side), with places from 0 at the owner's first house; side 0
is south. One side begins alone, and shells are sown by themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Customs:
    houses: int = 7
    alone: bool = True
    """A last shell is stored even if nothing lies opposite."""
    passes: bool = False
    near_first: bool = True
    """Houses next to the store are filled first."""
    winner_begins: bool = False
    empty_begins: bool = False
    shoots: bool = False
    """Captures need a full lap, and the side goes on after one."""


@dataclass
class Congkak:
    customs: Customs
    mover: int = 0
    last_round: int = 5
    played: int = 1
    over: bool = False
    rows: list[list[int]] = field(default_factory=list)
    stores: list[int] = field(default_factory=lambda: [0, 0])
    burnt: list[set[int]] = field(default_factory=lambda: [set(), set()])

    def __post_init__(self) -> None:
        n = self.customs.houses
        self.rows = [[n] * n, [n] * n]

    def choices(self) -> list[int]:
        """Return the places that the mover can scoop."""
        return [] if self.over else [place for place, n in enumerate(self.rows[self.mover]) if n]

    def scoop(self, place: int) -> None:
        side = self.mover
        circle = [("house", side, i) for i in range(self.customs.houses) if i not in self.burnt[side]]
        circle += [("store", side, 0)]
        other = 1 - side
        circle += [("house", other, i) for i in range(self.customs.houses) if i not in self.burnt[other]]
        at = circle.index(("house", side, place))
        hand = self._take(side, place)
        lapped = False
        while hand:
            at = (at + 1) % len(circle)
            kind, owner, here = circle[at]
            hand -= 1
            lapped = lapped or (kind == "house" and owner == other and circle[at - 1][0] == "store")
            if kind == "store":
                self.stores[side] += 1
            else:
                self.rows[owner][here] += 1
                if not hand and self.rows[owner][here] > 1:
                    hand = self._take(owner, here)
        kind, owner, here = circle[at]
        if kind == "store" and any(self.rows[side]):
            return
        captures = kind == "house" and owner == side and (lapped or not self.customs.shoots)
        if captures and self._capture(side, here) and self.customs.shoots and any(self.rows[side]):
            return
        self._next(other)

    def _take(self, owner: int, place: int) -> int:
        n, self.rows[owner][place] = self.rows[owner][place], 0
        return n

    def _capture(self, side: int, place: int) -> bool:
        facing = self.customs.houses - 1 - place
        captures = self.customs.alone or self.rows[1 - side][facing] > 0
        if captures:
            self.stores[side] += self._take(side, place) + self._take(1 - side, facing)
        return captures

    def _next(self, side: int) -> None:
        empty = [not any(row) for row in self.rows]
        if all(empty) or (any(empty) and not self.customs.passes):
            self._end_round(side)
        else:
            self.mover = 1 - side if empty[side] else side

    def _end_round(self, side: int) -> None:
        n = self.customs.houses
        empty = [each for each in (0, 1) if not any(self.rows[each])]
        for each in (0, 1):
            self.stores[each] += sum(self.rows[each])
            self.rows[each] = [0] * n
        if min(self.stores) < n or self.played == self.last_round:
            self.over = True
            return
        self.played += 1
        for each in (0, 1):
            filled = min(n, self.stores[each] // n)
            order = list(range(n))[::-1] if self.customs.near_first else list(range(n))
            self.burnt[each] = set(order[filled:])
            for place in order[:filled]:
                self.rows[each][place] = n
                self.stores[each] -= n
        total = [self.stores[each] + sum(self.rows[each]) for each in (0, 1)]
        if self.customs.empty_begins:
            self.mover = empty[0] if len(empty) == 1 else side
        elif total[0] == total[1]:
            self.mover = side
        else:
            winner = int(total[1] > total[0])
            self.mover = winner if self.customs.winner_begins else 1 - winner
