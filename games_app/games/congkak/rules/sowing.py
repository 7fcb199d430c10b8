"""A sowing of one side with all its relays, and what follows from its last shell."""

from __future__ import annotations

from enum import Enum, auto

from games_app.games import trace
from games_app.games.congkak.rules.board import HOUSES, NAMES, ROLES, STORE, opposite
from games_app.games.congkak.rules.steps import begin, relay
from games_app.games.congkak.rules.table import Table


class Landing(Enum):
    """The consequence of a last shell."""

    STORE = auto()  # its own storehouse: the side scoops again, any own house
    RELAY = auto()  # a house that held shells: all of it is sown on
    END = auto()  # an empty house: the turn ends, after a capture if the house is its own


def land(table: Table, side: int, stop: int, tick: int | None = None) -> Landing:
    """Settle a last shell that has just fallen at ``stop``: lift what it captures, return what follows."""
    if stop == STORE[side]:
        return Landing.STORE
    if table.shells[stop] > 1:
        return Landing.RELAY
    if stop in HOUSES[side]:
        _capture(table, side, stop, tick)
    return Landing.END


def _capture(table: Table, side: int, stop: int, tick: int | None) -> None:
    shells, store, across = table.shells, STORE[side], opposite(stop)
    lifted = [(NAMES[stop], 1), (NAMES[across], shells[across])]
    shells[store] += 1 + shells[across]
    shells[stop] = shells[across] = 0
    table.steps.append(trace.capture(ROLES[side], lifted, NAMES[store], shells[store], tick))


def sow(table: Table, side: int, house: int) -> Landing:
    """Sow ``house`` and every relay after it, up to a last shell in the own store or an empty house."""
    shells, path = table.shells, table.paths[side]
    step = begin(side, house, shells[house])
    table.steps.append(step)
    stop, drops = house, step["drops"]
    while True:
        n, shells[stop] = shells[stop], 0
        for _ in range(n):
            stop = path[stop]
            shells[stop] += 1
            drops.append([NAMES[stop], shells[stop]])
        landing = land(table, side, stop)
        if landing is not Landing.RELAY:
            return landing
        drops = relay(step)
