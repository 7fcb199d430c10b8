"""The compact form of oware: the seeds as the mover sees them, both stores, and the moves left.

The stores and the moves left are part of a position, because they decide when the game ends.
"""

from __future__ import annotations

from games_app.games.engine.contract import BEGINNER, EASY, MASTER, Choice, Compact, Level
from games_app.games.oware.rules import HALF, HOUSES, LAST_QUIET, OTHER, OWN, ROLES, ROW, SEEDS, OwareState

Position = bytes
"""Twelve houses, the mover's first; the mover's store and the other's; the moves left without a capture."""
MINE, THEIRS, LEFT = HOUSES, HOUSES + 1, HOUSES + 2
SCALE = 4
BITS = 6


def _paths() -> list[list[tuple[int, ...]]]:
    """Return where the seeds fall, by house and number of seeds."""
    others = HOUSES - 1
    return [
        [tuple((house + 1 + seed % others) % HOUSES for seed in range(seeds)) for seeds in range(SEEDS + 1)]
        for house in range(ROW)
    ]


PATHS = _paths()


class OwareEngine(Compact[OwareState, Position]):
    """The margin is in seeds; estimates are in quarters of one."""

    scale = SCALE

    def position(self, state: OwareState) -> Position:
        own, others = OWN[state.control], OWN[OTHER[state.control]]
        houses = state.houses[own.start : own.stop] + state.houses[others.start : others.stop]
        stores = dict(zip(ROLES, state.stores, strict=True))
        mine, theirs = stores[state.control], stores[OTHER[state.control]]
        return bytes((*houses, mine, theirs, LAST_QUIET - state.quiet))

    def key(self, position: Position) -> int:
        return sum(seeds << BITS * house for house, seeds in enumerate(position[:HOUSES]))

    def lead(self, state: OwareState, role: str) -> int:
        stores = dict(zip(ROLES, state.stores, strict=True))
        return SCALE * (stores[role] - stores[OTHER[role]])

    def choices(self, position: Position) -> list[Choice[Position]]:
        """Return the choices that capture most first; of equal ones, those near the other's row."""
        if _is_over(position):
            return []
        starving = not any(position[ROW:HOUSES])
        found = [
            _sown(position, house)
            for house in reversed(range(ROW))
            if position[house] and (not starving or position[house] >= ROW - house)
        ]
        return sorted(found, key=_gain, reverse=True)

    def bounds(self, position: Position) -> tuple[int, int]:
        if _is_over(position):
            return 0, 0
        rest = SCALE * sum(position[:HOUSES])
        return -rest, rest

    def estimate(self, position: Position) -> int:
        """Estimate the gain: houses with one or two seeds are in danger, and seeds at home can be kept."""
        own, others = position[:ROW], position[ROW:HOUSES]
        weak = sum(1 <= seeds <= 2 for seeds in others) - sum(1 <= seeds <= 2 for seeds in own)
        empty = others.count(0) - own.count(0)
        return 2 * weak + empty + (sum(own) - sum(others)) // ROW


def _gain(choice: Choice[Position]) -> int:
    return choice[0]


def _is_over(position: Position) -> bool:
    mine, theirs = position[MINE], position[THEIRS]
    return mine > HALF or theirs > HALF or mine + theirs == SEEDS


def _sown(position: Position, start: int) -> Choice[Position]:
    houses = list(position[:HOUSES])
    path = PATHS[start][houses[start]]
    houses[start] = 0
    for house in path:
        houses[house] += 1
    mine, theirs, left = position[MINE], position[THEIRS], position[LEFT] - 1
    last, first, taken = path[-1], path[-1], 0
    while first >= ROW and 2 <= houses[first] <= 3:
        taken += houses[first]
        first -= 1
    if taken and taken < sum(houses[ROW:]):
        houses[first + 1 : last + 1] = [0] * (last - first)
        mine, left = mine + taken, LAST_QUIET
    else:
        taken = 0
    gain = taken
    after = bytes((*houses[ROW:], *houses[:ROW], theirs, mine, left))
    if not _is_over(after) and (not left or _starves(after)):
        own, others = sum(houses[:ROW]), sum(houses[ROW:])
        gain += own - others
        after = bytes((*[0] * HOUSES, theirs + others, mine + own, left))
    return SCALE * gain, after, False


def _starves(position: Position) -> bool:
    """Return whether the mover can't give the other, who has none, any seeds."""
    if any(position[ROW:HOUSES]):
        return False
    return all(position[house] < ROW - house for house in range(ROW))


ENGINE = OwareEngine()

LEVELS = (BEGINNER, EASY, Level("medium", depth=2), Level("hard", nodes=2_000), MASTER)
"""The computer's levels, from weak to strong; each beats the one before it: docs/engine.md."""
