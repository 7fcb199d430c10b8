"""Sowing: of one side with all its relays, and of both sides in the simultaneous opening.

The opening has sealed choices, and both sides sow in lockstep. Order of its trace: ticks count from 0 in each
ply. First come the scoops, south's before north's, with all their drops and relays; ``tick`` gives their
time. Then come the consequences of landings, ordered by tick and, within a tick, south's first. The steps
``again`` and ``end`` for lack of shells are in the tick after the last shell's. The end of a round has no
tick and comes last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto

from games_app.games import trace
from games_app.games.base import Lap, Step, Trace
from games_app.games.congkak.parameters import NORTH, ROLES, SIDES, Rules, droppable
from games_app.games.congkak.rules.table import Table, end_turn, settle_choosers
from games_app.games.trace import Stop


class Landing(Enum):
    """The consequence of a last shell."""

    AGAIN = auto()  # its own storehouse: the side scoops again, any own house
    RELAY = auto()  # a house that held shells: all of it is sown on
    END = auto()  # an empty house: the turn ends, after a capture if the house is its own


def land(table: Table, side: int, stop: int, tick: int | None = None, *, lapped: bool = True) -> Landing:
    """Settle a last shell that has just fallen at ``stop``: capture, and return what follows."""
    rules, of = table.rules, table.rules.parameters
    if stop == rules.store[side]:
        return Landing.AGAIN
    if table.shells[stop] > 1:
        return Landing.RELAY
    across = rules.facing - stop
    captures = stop in rules.houses[side] and (table.shells[across] or of.stores_alone)
    if not captures or (of.after_lap and not lapped):
        return Landing.END
    _capture(table, side, stop, tick)
    return Landing.AGAIN if of.captures_go_on else Landing.END


def _capture(table: Table, side: int, stop: int, tick: int | None) -> None:
    shells, rules = table.shells, table.rules
    store, across = rules.store[side], rules.facing - stop
    lifted = [(rules.names[stop], 1), (rules.names[across], shells[across])]
    shells[store] += 1 + shells[across]
    shells[stop] = shells[across] = 0
    table.steps.append(trace.capture(ROLES[side], lifted, rules.names[store], shells[store], tick))


def sow(table: Table, side: int, house: int) -> Landing:
    """Sow ``house`` and every relay after it, until a last shell falls into its store or an empty house."""
    shells, path, names = table.shells, table.paths[side], table.rules.names
    step = begin(table, side, house)
    table.steps.append(step)
    stop, drops, store = house, step["drops"], table.rules.store[side]
    stored = shells[store]
    while True:
        n, shells[stop] = shells[stop], 0
        for _ in range(n):
            stop = path[stop]
            shells[stop] += 1
            drops.append([names[stop], shells[stop]])
        # The way from the own store back to the own houses goes through all of the other's.
        landing = land(table, side, stop, lapped=shells[store] > stored)
        if landing is not Landing.RELAY:
            return landing
        drops = relay(step)


def scoop(table: Table, side: int, house: int) -> None:
    """Fill the hand from ``house``: a player's choice, or a relay."""
    shells = table.shells
    table.choosing.discard(side)
    table.hands[side], table.at[side] = shells[house], house
    table.steps.append(trace.scoop(ROLES[side], table.rules.names[house], shells[house]))
    shells[house] = 0


def drop(table: Table, side: int, stop: int) -> None:
    """Drop one shell at ``stop``, and settle what follows if it was the last one."""
    table.hands[side] -= 1
    table.at[side] = stop
    if stop in table.burnt:
        _forfeit(table, side, stop)
        landing = Landing.END
    else:
        table.shells[stop] += 1
        name = table.rules.names[stop]
        table.steps.append(trace.drop(ROLES[side], name, table.shells[stop], table.hands[side]))
        landing = Landing.END if table.hands[side] else land(table, side, stop)
    if not table.hands[side]:
        _finish(table, side, stop, landing)


def _forfeit(table: Table, side: int, stop: int) -> None:
    names, store = table.rules.names, table.rules.store[1 - side]
    table.shells[store] += 1
    table.steps.append(
        trace.forfeit(ROLES[side], names[stop], names[store], table.shells[store], table.hands[side])
    )


def _finish(table: Table, side: int, stop: int, landing: Landing) -> None:
    table.at[side] = None
    if landing is Landing.RELAY:
        scoop(table, side, stop)
    elif landing is Landing.AGAIN:
        table.choosing.add(side)
    else:
        end_turn(table, side)
    settle_choosers(table, {side} if landing is Landing.AGAIN else ())


FORESEEN = 24
"""Number of shells after which no further lap is predicted, so that positions stay small."""


def laps(
    rules: Rules, side: int, start: int, hand: int, shells: Sequence[int], burnt: tuple[int, ...]
) -> list[Lap]:
    """The laps of a hand from ``start`` on, if no shell is lost and nobody else sows."""
    table, way, at = list(shells), list[Lap](), start
    while hand and sum(map(len, way)) < FORESEEN:
        lap: Lap = []
        for _ in range(hand):
            stops = droppable(rules, side, at, burnt)
            at = stops[-1]
            table[at] += 1
            lap.append([rules.names[stop] for stop in stops])
        way.append(lap)
        goes_on = at != rules.store[side] and table[at] > 1
        hand = table[at] if goes_on else 0
        table[at] -= hand
    return way


Drops = list[list[Stop]]


def begin(table: Table, side: int, house: int, tick: int | None = None) -> Step:
    """The step of a scoop that a player chose; its drops are still to be added."""
    return trace.scoop(ROLES[side], table.rules.names[house], table.shells[house], (), tick)


def relay(step: Step) -> Drops:
    """Add an empty relay to ``step`` and return its list of drops."""
    drops: Drops = []
    step.setdefault("relays", []).append(drops)
    return drops


def complete(steps: Trace) -> Trace:
    """The same trace with one whole scoop step for each relay, in the order in which everything happens."""
    full = [each for step in steps for each in _scoops(step)]
    ticked = [step for step in full if "tick" in step]
    return (*sorted(ticked, key=_moment), *(step for step in full if "tick" not in step))


def _scoops(step: Step) -> Iterator[Step]:
    if "relays" not in step:
        yield step
        return
    start, tick = step["from"], step.get("tick")
    for drops in (step["drops"], *step["relays"]):
        yield trace.scoop(step["role"], start, len(drops), drops, tick)
        start = drops[-1][0]
        if tick is not None:
            tick += len(drops)


def _moment(step: Step) -> tuple[int, bool]:
    """The sort key of a step: tick, then south first. Shells are taken up a tick before the first falls."""
    tick = step["tick"] - 1 if step["do"] == "scoop" else step["tick"]
    return tick, step["role"] == ROLES[NORTH]


def choose(table: Table, side: int, house: int) -> None:
    """Seal the choice while the other side must still choose; otherwise sow all sealed choices."""
    other = 1 - side
    table.choosing.discard(side)
    table.sealed[side] = house
    if other in table.choosing:
        table.steps.append(trace.seal(ROLES[side]))
        return
    Lockstep(table).play()


class Lockstep:
    """Sowing in lockstep: in each tick one shell of each side falls, south's first, until hands are empty."""

    __slots__ = ("at", "drops", "hands", "scoops", "table", "tick")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tick = 0
        self.hands = [0, 0]
        self.at = [0, 0]
        self.scoops: dict[int, Step] = {}
        self.drops: dict[int, Drops] = {}

    def play(self) -> None:
        """Sow the sealed houses to the end, and find out who must choose again."""
        table = self.table
        for side in SIDES:
            house = table.sealed[side]
            if house is not None:
                table.sealed[side] = None
                self._begin(side, house)
        going_on: set[int] = set()
        while any(self.hands):
            for side in SIDES:
                if self.hands[side] and self._drop(side) is Landing.AGAIN:
                    going_on.add(side)
            self.tick += 1
        table.choosing |= going_on
        settle_choosers(table, going_on, self.tick)

    def _begin(self, side: int, house: int) -> None:
        step = begin(self.table, side, house, tick=0)
        self.table.steps.append(step)
        self.scoops[side] = step
        self._take_up(side, house, step["drops"])

    def _take_up(self, side: int, stop: int, drops: Drops) -> None:
        shells = self.table.shells
        self.hands[side], self.at[side], self.drops[side] = shells[stop], stop, drops
        shells[stop] = 0

    def _drop(self, side: int) -> Landing | None:
        """Drop one shell; if it was the last one, settle what follows."""
        table = self.table
        stop = self.at[side] = table.paths[side][self.at[side]]
        table.shells[stop] += 1
        self.drops[side].append([table.rules.names[stop], table.shells[stop]])
        self.hands[side] -= 1
        if self.hands[side]:
            return None
        landing = land(table, side, stop, self.tick)
        if landing is Landing.RELAY:
            self._take_up(side, stop, relay(self.scoops[side]))
        elif landing is Landing.END:
            end_turn(table, side, self.tick)
        return landing
