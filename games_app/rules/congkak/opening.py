"""The simultaneous opening: sealed choices, and both sides sowing in lockstep.

Order of the trace: steps stand in the order in which they happen. Ticks count from 0 in each ply; within a
tick everything of south comes before everything of north. A scoop stands where the shells are taken up, so
scoops are in order of the tick of their first drop: a relay in tick t is listed with what happened in t, and
its first shell falls in t + 1. Who scoops again, or ends for want of shells, is settled
after the last tick and carries its number; the end of a round has no tick, it follows all of them.
"""

from __future__ import annotations

from games_app.rules import trace
from games_app.rules.base import Step
from games_app.rules.trace import Stop

from .board import NAMES, ROLES, SIDES
from .rounds import end_turn, settle_choosers
from .sowing import Landing, land
from .steps import begin, relay
from .table import Table


def choose(table: Table, side: int, house: int) -> None:
    """Seals the choice while the other side has to choose too; else sows what both, or one alone, chose."""
    other = 1 - side
    table.choosing.discard(side)
    table.sealed[side] = house
    if other in table.choosing:
        table.steps.append(trace.seal(ROLES[side]))
        return
    Lockstep(table).play()


class Lockstep:
    """One shell of each side falls in each tick, south's first, until no hand holds a shell."""

    __slots__ = ("at", "drops", "hands", "table", "tick")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tick = 0
        self.hands = [0, 0]
        self.at = [0, 0]
        self.drops: list[list[list[Stop]]] = [[], []]

    def play(self) -> None:
        """Sows the sealed houses to the end, and tests who must choose again."""
        table = self.table
        for side in SIDES:
            house = table.sealed[side]
            if house is not None:
                table.sealed[side] = None
                self._take_up(side, house, begin(side, house, table.shells[house], tick=0))
        going_on: set[int] = set()
        while any(self.hands):
            for side in SIDES:
                if self.hands[side] and self._drop(side) is Landing.STORE:
                    going_on.add(side)
            self.tick += 1
        table.choosing |= going_on
        settle_choosers(table, going_on, self.tick - 1)

    def _take_up(self, side: int, stop: int, step: Step) -> None:
        shells = self.table.shells
        self.hands[side], self.at[side] = shells[stop], stop
        self.drops[side] = step["drops"]
        self.table.steps.append(step)
        shells[stop] = 0

    def _drop(self, side: int) -> Landing | None:
        """One shell falls; if it was the last, what follows is settled at once."""
        table = self.table
        stop = self.at[side] = table.paths[side][self.at[side]]
        table.shells[stop] += 1
        self.drops[side].append([NAMES[stop], table.shells[stop]])
        self.hands[side] -= 1
        if self.hands[side]:
            return None
        landing = land(table, side, stop, self.tick)
        if landing is Landing.RELAY:
            self._take_up(side, stop, relay(side, table.steps))
        elif landing is Landing.END:
            end_turn(table, side, self.tick)
        return landing
