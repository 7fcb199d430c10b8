"""The board of congkak: sixteen stops in sowing order, the sides, and each side's path.

Inside this package a stop is its index in sowing order, clockwise seen from above: 0-6 are houses 1-7, 7 is
storehouse A, 8-14 are houses 8-14, 15 is storehouse B. A side is 0 for south, 1 for north.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from games_app.games.base import Step

Path = tuple[int, ...]
Paths = tuple[Path, Path]

ROLES: Final = ("south", "north")
SOUTH: Final = 0
NORTH: Final = 1
SIDES: Final = (SOUTH, NORTH)

NAMES: Final[tuple[int | str, ...]] = (1, 2, 3, 4, 5, 6, 7, "A", 8, 9, 10, 11, 12, 13, 14, "B")
STORE: Final = (7, 15)
HOUSES: Final = (range(0, 7), range(8, 15))
ALL_HOUSES: Final = (*HOUSES[SOUTH], *HOUSES[NORTH])

HOUSEFUL: Final = 7
SHELLS: Final = 98
START: Final = (7, 7, 7, 7, 7, 7, 7, 0, 7, 7, 7, 7, 7, 7, 7, 0)


def opposite(house: int) -> int:
    """The house across the board (house h faces 15 - h)."""
    return 14 - house


def house_numbers(side: int) -> tuple[int, int]:
    """The first and the last number of a side's houses, in people's numbering."""
    return (1, 7) if side == SOUTH else (8, 14)


@lru_cache(maxsize=64)
def paths(burnt: tuple[int, ...]) -> Paths:
    """Return for each side stop -> next stop on its path, which skips burnt houses and the other's store."""
    return (_path(SOUTH, burnt), _path(NORTH, burnt))


def _path(side: int, burnt: tuple[int, ...]) -> Path:
    left_out = {*burnt, STORE[1 - side]}
    following = []
    for stop in range(16):
        after = (stop + 1) % 16
        while after in left_out:
            after = (after + 1) % 16
        following.append(after)
    return tuple(following)


def droppable(side: int, at: int, burnt: tuple[int, ...]) -> list[int]:
    """The stops where a side that sows by hand may drop after ``at``.

    The last one is the next stop of its path; before it come the burnt houses on the way there.
    """
    goal = paths(burnt)[side][at]
    stops = []
    stop = at
    while stop != goal:
        stop = (stop + 1) % 16
        if stop != STORE[1 - side]:
            stops.append(stop)
    return stops


class Options(NamedTuple):
    """The options of a match; see ``Congkak.options`` for the values."""

    rounds: str
    opening: str
    sowing: str


@dataclass(slots=True)
class Table:
    """A working copy of a state, with the steps of the trace so far. The fields are those of CongkakState."""

    options: Options
    shells: list[int]
    burnt: tuple[int, ...]
    hands: list[int]
    at: list[int | None]
    round: int
    phase: str
    control: int | None
    choosing: set[int]
    sealed: list[int | None]
    ended: list[int]
    won: list[int]
    paths: Paths = field(init=False)
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.paths = paths(self.burnt)

    def houses_empty(self, side: int) -> bool:
        """Return whether no house of this side holds a shell."""
        shells = self.shells
        return not any(shells[house] for house in HOUSES[side])
