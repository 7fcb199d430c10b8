"""A position of oware: a turn sows one house, and may capture twos and threes.

The board is stored as the ring of its twelve houses in sowing order, south's first, and two stores. A turn is
one action. Players who sow by hand take up a house with it, then drop each seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from games_app.games import trace as steps
from games_app.games.base import NOOP, Facts, IllegalAction, Lap, State, Step, Trace, Ways

ROLES = ("south", "north")
OTHER = {"south": "north", "north": "south"}
ROW = 6
HOUSES = 2 * ROW
SEEDS = 48
HALF = SEEDS // 2
LAST_QUIET = 60
"""Moves in a row without a capture after which the game ends, 30 of each player."""

NAMES = tuple(str(house) for house in range(1, HOUSES + 1))
STORE = {"south": "S", "north": "N"}
STOPS = (*NAMES, *STORE.values())
OWN = {"south": range(ROW), "north": range(ROW, HOUSES)}
SOWINGS = {f"sow {name}": house for house, name in enumerate(NAMES)}
DROPS = {f"drop {name}": house for house, name in enumerate(NAMES)}
"""By hand: where the next seed falls."""


def falls(start: int, first: int, seeds: int) -> list[int]:
    """Return where so many seeds of house ``start`` fall, one after the other from ``first`` on.

    The house itself is left out.
    """
    before, others = (first - start - 1) % HOUSES, HOUSES - 1
    return [(start + 1 + (before + seed) % others) % HOUSES for seed in range(seeds)]


def captured(houses: Sequence[int], role: str, last: int) -> list[int]:
    """Return the houses from which ``role`` captures after its ``last`` seed, that house first.

    Nothing if the opponent would have no seed left.
    """
    theirs = OWN[OTHER[role]]
    taken: list[int] = []
    while last in theirs and houses[last] in (2, 3):
        taken.append(last)
        last -= 1
    left = sum(houses[theirs.start : theirs.stop]) - sum(houses[house] for house in taken)
    return taken if left else []


@dataclass(frozen=True, slots=True)
class OwareState(State):
    """A position of oware.

    ``houses``: the seeds in the ring; ``stores``: those captured by each role; ``quiet``: the number of moves
    in a row that captured nothing. ``by_hand``: the player drops each seed. Then ``hand`` is how many
    ``control`` holds, and ``at`` the house where the next one falls.
    """

    houses: tuple[int, ...]
    stores: tuple[int, int]
    control: str
    quiet: int = 0
    by_hand: bool = False
    hand: int = 0
    at: int | None = None
    trace: Trace = field(default=(), compare=False, repr=False)

    roles = ROLES

    @property
    def to_move(self) -> tuple[str, ...]:
        return () if max(self.stores) > HALF or sum(self.stores) == SEEDS else (self.control,)

    def goals(self) -> dict[str, int]:
        if not self.is_terminal:
            return {}
        return {
            role: 100 if n > HALF else 50 if n == HALF else 0
            for role, n in zip(ROLES, self.stores, strict=True)
        }

    def facts(self) -> Facts:
        seeds = dict(zip(STOPS, (*self.houses, *self.stores), strict=True))
        turn = {"control": self.control, "quiet": self.quiet}
        if not self.by_hand:
            return {"seeds": seeds, **turn}
        hand = {role: self.hand if role == self.control else 0 for role in ROLES}
        at = None if self.at is None else NAMES[self.at]
        return {"options": {"sowing": "hand"}, "seeds": seeds, "hand": hand, "at": at, **turn}

    def ways(self, role: str) -> Ways:
        if not self.by_hand or role not in self.to_move:
            return {}
        if self.at is not None:
            return {NAMES[self.at]: [_lap(falls(self.came_from(self.at), self.at, self.hand))]}
        return {
            NAMES[house]: [_lap(falls(house, house + 1, self.houses[house]))] for house in self.playable()
        }

    def came_from(self, at: int) -> int:
        """Return the house that a hand at ``at`` comes from; ``at`` itself if no other can be.

        It is the nearest one before ``at`` without seeds: those between got one of the hand's.
        """
        before = ((at - back) % HOUSES for back in range(1, HOUSES))
        return next((house for house in before if not self.houses[house]), at)

    def row(self, role: str) -> tuple[int, ...]:
        own = OWN[role]
        return self.houses[own.start : own.stop]

    def playable(self) -> list[int]:
        """Return the houses that can be sown: if the opponent has no seeds, only those that feed it."""
        own = OWN[self.control]
        full = [house for house in own if self.houses[house]]
        if any(self.row(OTHER[self.control])):
            return full
        return [house for house in full if self.houses[house] >= own.stop - house]

    def _legal(self, role: str) -> list[str]:
        if self.at is not None:
            return [f"drop {NAMES[self.at]}"]
        return [f"sow {NAMES[house]}" for house in self.playable()]

    def _apply(self, role: str, action: str) -> Self:
        if self.at is not None:
            if DROPS.get(action) != self.at:
                raise IllegalAction("drop_next_seed", n=self.hand, house=NAMES[self.at])
            return self._drop(role, self.at)
        if action == NOOP:
            raise IllegalAction("no_pass")
        if action in DROPS:
            raise IllegalAction("sow_first")
        if action not in SOWINGS:
            raise IllegalAction("not_an_action", action=action)
        house = SOWINGS[action]
        self._check(role, house)
        return self._take_up(role, house) if self.by_hand else self._sow(role, house)

    def _check(self, role: str, house: int) -> None:
        own = OWN[role]
        if house not in own:
            first, last = NAMES[own.start], NAMES[own.stop - 1]
            raise IllegalAction("not_your_house", house=NAMES[house], first=first, last=last)
        if not self.houses[house]:
            raise IllegalAction("no_seeds", house=NAMES[house])
        feeding = self.playable()
        if house not in feeding:
            raise IllegalAction("must_feed", houses=", ".join(NAMES[each] for each in feeding))

    def _sow(self, role: str, start: int) -> Self:
        houses = list(self.houses)
        seeds, houses[start] = houses[start], 0
        drops = []
        for house in falls(start, start + 1, seeds):
            houses[house] += 1
            drops.append((NAMES[house], houses[house]))
        return self._landed(houses, role, house, steps.scoop(role, NAMES[start], seeds, drops))

    def _take_up(self, role: str, start: int) -> Self:
        houses = list(self.houses)
        seeds, houses[start] = houses[start], 0
        taken = steps.scoop(role, NAMES[start], seeds)
        return replace(self, houses=tuple(houses), hand=seeds, at=(start + 1) % HOUSES, trace=(taken,))

    def _drop(self, role: str, house: int) -> Self:
        houses, hand = list(self.houses), self.hand - 1
        houses[house] += 1
        fell = steps.drop(role, NAMES[house], houses[house], hand)
        if not hand:
            return self._landed(houses, role, house, fell)
        _, following = falls(self.came_from(house), house, 2)
        return replace(self, houses=tuple(houses), hand=hand, at=following, trace=(fell,))

    def _landed(self, houses: list[int], role: str, last: int, sowing: Step) -> Self:
        """Return the state after a sowing whose last seed fell into the house ``last``."""
        stores, trace = list(self.stores), [sowing]
        taken = captured(houses, role, last)
        if taken:
            trace.append(steps.capture(role, *_stored(houses, stores, role, taken)))
        trace.append(steps.end(role))
        quiet = 0 if taken else self.quiet + 1
        return self._settled(houses, stores, OTHER[role], quiet, trace)

    def _settled(
        self, houses: list[int], stores: list[int], control: str, quiet: int, trace: list[Step]
    ) -> Self:
        """Return the state after a turn; if that ends the game, the trace names the winner."""
        after = type(self)(tuple(houses), (stores[0], stores[1]), control, quiet, self.by_hand)
        if not after.is_terminal and (quiet == LAST_QUIET or not after.playable()):
            for role in ROLES:
                rest = [house for house in OWN[role] if houses[house]]
                if rest:
                    trace.append(steps.collect(role, *_stored(houses, stores, role, rest)))
        if max(stores) > HALF or sum(stores) == SEEDS:
            south, north = stores
            trace.append(steps.over(None if south == north else "south" if south > north else "north"))
        return replace(after, houses=tuple(houses), stores=(stores[0], stores[1]), trace=tuple(trace))


def _lap(houses: Sequence[int]) -> Lap:
    return [[NAMES[house]] for house in houses]


def _stored(
    houses: list[int], stores: list[int], role: str, taken: list[int]
) -> tuple[list[tuple[str, int]], str, int]:
    """Bring the seeds of these houses into the role's store; return them, the store and what it holds."""
    stones = [(NAMES[house], houses[house]) for house in taken]
    for house in taken:
        stores[ROLES.index(role)] += houses[house]
        houses[house] = 0
    return stones, STORE[role], stores[ROLES.index(role)]
