"""The parameters of congkak, and the board and the actions that follow from them.

A stop is its index in sowing order, and a side is 0 for south, 1 for north. With seven houses a side, 0-6 are
houses 1-7, 7 is storehouse A, 8-14 are houses 8-14, 15 is storehouse B. The action ``scoop 3`` is written
``3``, and ``drop A`` is written ``+A``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import cycle, islice
from typing import Final, Literal

from games_app.games.base import NOOP, IllegalAction

ROLES: Final = ("south", "north")
SOUTH: Final = 0
NORTH: Final = 1
SIDES: Final = (SOUTH, NORTH)

_UNKNOWN_STOP: Final = re.compile(r"(?:scoop|drop) ([0-9]{1,3}|[A-Z])")

MOST_EACH: Final = 3
"""Shells of each house that a head start takes at most."""

Path = tuple[int, ...]
Paths = tuple[Path, Path]


@dataclass(frozen=True, slots=True)
class Parameters:
    """The differences between the rule sets of congkak.

    ``clockwise``: seen from above, with each storehouse at its owner's left hand; otherwise at the right one.
    ``stores_alone``: a last shell in an own empty house is stored even if the opposite house is empty.
    ``passes``: a side without shells in its houses passes, until all houses are empty; otherwise the round is
    over then. ``fills_from_store``: houses are filled for a round from the storehouse on; otherwise towards
    it. ``starter``: who begins the next round; "empty" is whoever has no shells in the houses. ``at_once``:
    both may begin at once. ``captures_go_on``: after a capture the side scoops again. ``after_lap``: a sowing
    captures only after a full lap. A half sown hand doesn't show that, so nobody sows by hand then, and one
    side begins.
    """

    houses: int = 7
    shells: int = 7
    clockwise: bool = True
    stores_alone: bool = True
    passes: bool = False
    fills_from_store: bool = True
    starter: Literal["loser", "winner", "empty"] = "loser"
    at_once: bool = True
    captures_go_on: bool = False
    after_lap: bool = False

    def __post_init__(self) -> None:
        if self.after_lap and self.at_once:
            raise ValueError("Both begin at once only where a capture needs no full lap")


SHEET: Final = Parameters()


@dataclass(frozen=True, eq=False, slots=True)
class Rules:
    """The parameters of a rule set with its board. ``rules_of`` returns the same object for the same ones."""

    slug: str
    parameters: Parameters
    names: tuple[int | str, ...] = field(init=False)
    """Name of each stop: a number, "A" or "B"."""
    stop_of: Mapping[object, int] = field(init=False)
    store: tuple[int, int] = field(init=False)
    houses: tuple[range, range] = field(init=False)
    all_houses: tuple[int, ...] = field(init=False)
    filled: tuple[range, range] = field(init=False)
    """Each side's houses in the order in which they are filled for a round."""
    start: tuple[int, ...] = field(init=False)
    starts: frozenset[tuple[int, ...]] = field(init=False)
    """First positions without and with a head start."""
    total: int = field(init=False)
    """Number of shells on the board."""
    facing: int = field(init=False)
    """Sum of the stops of a house and the opposite one."""
    actions: Mapping[str, tuple[str, int]] = field(init=False)
    """Every action string: its verb and its stop."""
    notations: Mapping[str, str] = field(init=False)
    readings: Mapping[str, str] = field(init=False)
    options: tuple[str, ...] = field(init=False)
    """Names of the options of a match."""

    def __post_init__(self) -> None:
        n, shells = self.parameters.houses, self.parameters.shells
        names = (*range(1, n + 1), "A", *range(n + 1, 2 * n + 1), "B")
        houses = (range(n), range(n + 1, 2 * n + 1))
        actions = {f"scoop {names[stop]}": ("scoop", stop) for own in houses for stop in own}
        actions |= {f"drop {name}": ("drop", stop) for stop, name in enumerate(names)}
        notations = {NOOP: "--"} | {
            text: ("+" if verb == "drop" else "") + str(names[stop]) for text, (verb, stop) in actions.items()
        }
        tables = {
            "names": names,
            "stop_of": {name: stop for stop, name in enumerate(names)},
            "store": (n, 2 * n + 1),
            "houses": houses,
            "all_houses": (*houses[SOUTH], *houses[NORTH]),
            "filled": tuple(own[::-1] if self.parameters.fills_from_store else own for own in houses),
            "start": ((*[shells] * n, 0) * 2),
            "total": 2 * n * shells,
            "facing": 2 * n,
            "actions": actions,
            "notations": notations,
            "options": ("rounds", "opening")
            if self.parameters.after_lap
            else ("rounds", "opening", "sowing"),
            "readings": {short: text for text, short in notations.items()},
        }
        for name, table in tables.items():
            object.__setattr__(self, name, table)
        starts = frozenset(
            self.with_head_start(side, given) for side in SIDES for given in range(MOST_EACH * n + 1)
        )
        object.__setattr__(self, "starts", starts)

    def with_head_start(self, side: int, n: int) -> tuple[int, ...]:
        """Return the first position with shells from the other's houses, in turn, in the side's store."""
        shells = list(self.start)
        for house in islice(cycle(self.houses[1 - side]), n):
            shells[house] -= 1
        shells[self.store[side]] += n
        return tuple(shells)

    def numbers(self, side: int) -> tuple[int, int]:
        """Return the first and the last number of a side's houses, in people's numbering."""
        n = self.parameters.houses
        return (1, n) if side == SOUTH else (n + 1, 2 * n)


@lru_cache(maxsize=64)
def rules_of(slug: str, parameters: Parameters) -> Rules:
    return Rules(slug, parameters)


@lru_cache(maxsize=256)
def paths(rules: Rules, burnt: tuple[int, ...]) -> Paths:
    """Return for each side stop -> next stop on its path, which skips burnt houses and the other's store."""
    return (_path(rules, SOUTH, burnt), _path(rules, NORTH, burnt))


def _path(rules: Rules, side: int, burnt: tuple[int, ...]) -> Path:
    left_out, stops = {*burnt, rules.store[1 - side]}, len(rules.names)
    following = []
    for stop in range(stops):
        after = (stop + 1) % stops
        while after in left_out:
            after = (after + 1) % stops
        following.append(after)
    return tuple(following)


def droppable(rules: Rules, side: int, at: int, burnt: tuple[int, ...]) -> list[int]:
    """The stops where a side that sows by hand may drop after ``at``.

    The last one is the next stop of its path; before it come the burnt houses on the way there.
    """
    goal, all_stops = paths(rules, burnt)[side][at], len(rules.names)
    stops = []
    stop = at
    while stop != goal:
        stop = (stop + 1) % all_stops
        if stop != rules.store[1 - side]:
            stops.append(stop)
    return stops


def parse_action(rules: Rules, action: str) -> tuple[str, int]:
    """The verb and the stop of an action string. Raises IllegalAction."""
    if action in rules.actions:
        return rules.actions[action]
    if action == NOOP:
        raise IllegalAction("no_pass")
    unknown = _UNKNOWN_STOP.fullmatch(action)
    if unknown is None:
        raise IllegalAction("not_an_action", action=action)
    if action.startswith("scoop") and unknown[1] in rules.stop_of:
        raise IllegalAction("storehouse_stays")
    if action.startswith("scoop"):
        raise IllegalAction("no_such_house", house=unknown[1], last=rules.numbers(1)[1])
    raise IllegalAction("no_such_stop", stop=unknown[1])


def notation_of(rules: Rules, action: str) -> str:
    """The notation of an action. Raises IllegalAction."""
    if action not in rules.notations:
        raise IllegalAction("not_an_action", action=action)
    return rules.notations[action]


def action_written(rules: Rules, short: str) -> str:
    """The action with this notation. Raises IllegalAction."""
    if short not in rules.readings:
        raise IllegalAction("not_a_notation", notation=short)
    return rules.readings[short]
