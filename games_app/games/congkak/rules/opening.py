"""The simultaneous opening: sealed choices, and both sides sowing in lockstep.

Order of the trace: ticks count from 0 in each ply. First come the scoops, south's before north's, with all
their drops and relays; ``tick`` gives their time. Then come the consequences of landings, ordered by tick
and, within a tick, south's first. The steps ``again`` and ``end`` for lack of shells are in the tick after
the last shell's. The end of a round has no tick and comes last.
"""

from __future__ import annotations

from games_app.games import trace
from games_app.games.base import Step
from games_app.games.congkak.parameters import ROLES, SIDES
from games_app.games.congkak.rules.board import Table
from games_app.games.congkak.rules.rounds import end_turn, settle_choosers
from games_app.games.congkak.rules.sowing import Drops, Landing, begin, land, relay


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
