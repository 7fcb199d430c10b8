"""Oware by the Abapa rules: a turn sows one house, and may capture twos and threes.

The board is stored as the ring of its twelve houses in sowing order, south's first, and two stores.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from games_app.games import trace as steps
from games_app.games.base import NOOP, Facts, Game, IllegalAction, State, Step, Trace
from games_app.games.validation import one_of, record, require, whole

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
ACTIONS = {f"sow {name}": house for house, name in enumerate(NAMES)}


def sown(houses: Sequence[int], start: int) -> list[int]:
    """Return where the seeds of a house fall, one after the other. The house itself is left out."""
    others = HOUSES - 1
    return [(start + 1 + seed % others) % HOUSES for seed in range(houses[start])]


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
    in a row that captured nothing.
    """

    houses: tuple[int, ...]
    stores: tuple[int, int]
    control: str
    quiet: int = 0
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
        return {
            "seeds": dict(zip(STOPS, (*self.houses, *self.stores), strict=True)),
            "control": self.control,
            "quiet": self.quiet,
        }

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
        return [f"sow {NAMES[house]}" for house in self.playable()]

    def _apply(self, role: str, action: str) -> Self:
        if action == NOOP:
            raise IllegalAction("no_pass")
        if action not in ACTIONS:
            raise IllegalAction("not_an_action", action=action)
        house = ACTIONS[action]
        self._check(role, house)
        return self._sow(role, house)

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
        houses, stores = list(self.houses), list(self.stores)
        falls = sown(houses, start)
        seeds, houses[start] = houses[start], 0
        drops = []
        for house in falls:
            houses[house] += 1
            drops.append((NAMES[house], houses[house]))
        trace = [steps.scoop(role, NAMES[start], seeds, drops)]
        taken = captured(houses, role, falls[-1])
        if taken:
            trace.append(steps.capture(role, *_stored(houses, stores, role, taken)))
        trace.append(steps.end(role))
        quiet = 0 if taken else self.quiet + 1
        return self._settled(houses, stores, OTHER[role], quiet, trace)

    def _settled(
        self, houses: list[int], stores: list[int], control: str, quiet: int, trace: list[Step]
    ) -> Self:
        """Return the state after a turn; if that ends the game, the trace names the winner."""
        after = type(self)(tuple(houses), (stores[0], stores[1]), control, quiet)
        if not after.is_terminal and (quiet == LAST_QUIET or not after.playable()):
            for role in ROLES:
                rest = [house for house in OWN[role] if houses[house]]
                if rest:
                    trace.append(steps.collect(role, *_stored(houses, stores, role, rest)))
        if max(stores) > HALF or sum(stores) == SEEDS:
            south, north = stores
            trace.append(steps.over(None if south == north else "south" if south > north else "north"))
        return type(self)(tuple(houses), (stores[0], stores[1]), control, quiet, tuple(trace))


def _stored(
    houses: list[int], stores: list[int], role: str, taken: list[int]
) -> tuple[list[tuple[str, int]], str, int]:
    """Bring the seeds of these houses into the role's store; return them, the store and what it holds."""
    stones = [(NAMES[house], houses[house]) for house in taken]
    for house in taken:
        stores[ROLES.index(role)] += houses[house]
        houses[house] = 0
    return stones, STORE[role], stores[ROLES.index(role)]


class Oware(Game):
    """Two rows of six houses, 48 seeds."""

    slug = "oware"
    name = "Oware"
    order = 50
    roles = ROLES
    least_decisions = 10

    def initial_state(self, **options: str) -> OwareState:
        self.checked_options(options)
        return OwareState((SEEDS // HOUSES,) * HOUSES, (0, 0), ROLES[0])

    def state_from_facts(self, facts: Facts) -> OwareState:
        fields = record(facts, ("seeds", "control", "quiet"), "The facts")
        seeds = record(fields["seeds"], STOPS, "seeds")
        counts = tuple(whole(seeds[stop], 0, SEEDS, stop) for stop in STOPS)
        require(sum(counts) == SEEDS, f"There must be {SEEDS} seeds in all")
        control = one_of(fields["control"], ROLES, "control")
        quiet = whole(fields["quiet"], 0, LAST_QUIET, "quiet")
        state = OwareState(counts[:HOUSES], (counts[-2], counts[-1]), control, quiet)
        if not state.is_terminal:
            require(quiet < LAST_QUIET, f"The game is over after {LAST_QUIET} moves without a capture")
            require(any(state.row(control)), "The role in control must have a seed")
            require(bool(state.playable()), "The game is over if the opponent can't be fed")
        elif any(state.houses):
            require(quiet == 0, "A capture must have ended the game")
        return state

    def notation(self, action: str) -> str:
        if action == NOOP:
            return "--"
        if action not in ACTIONS:
            raise IllegalAction("not_an_action", action=action)
        return NAMES[ACTIONS[action]]

    def action(self, notation: str) -> str:
        if notation == "--":
            return NOOP
        if notation not in NAMES:
            raise IllegalAction("not_a_notation", notation=notation)
        return f"sow {notation}"

    def score(self, facts: Facts) -> dict[str, int]:
        return {role: facts["seeds"][store] for role, store in STORE.items()}
