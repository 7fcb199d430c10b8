"""Sowing by hand: the player drops each shell; a shell dropped into a burnt house is lost to the opponent."""

from __future__ import annotations

from collections.abc import Sequence

from games_app.games import trace
from games_app.games.base import Lap
from games_app.games.congkak.rules.board import NAMES, ROLES, STORE, droppable
from games_app.games.congkak.rules.rounds import end_turn, settle_choosers
from games_app.games.congkak.rules.sowing import Landing, land
from games_app.games.congkak.rules.table import Table


def scoop(table: Table, side: int, house: int) -> None:
    """Fill the hand from ``house``: a player's choice, or a relay."""
    shells = table.shells
    table.choosing.discard(side)
    table.hands[side], table.at[side] = shells[house], house
    table.steps.append(trace.scoop(ROLES[side], NAMES[house], shells[house]))
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
        table.steps.append(trace.drop(ROLES[side], NAMES[stop], table.shells[stop], table.hands[side]))
        landing = Landing.END if table.hands[side] else land(table, side, stop)
    if not table.hands[side]:
        _finish(table, side, stop, landing)


def _forfeit(table: Table, side: int, stop: int) -> None:
    store = STORE[1 - side]
    table.shells[store] += 1
    table.steps.append(
        trace.forfeit(ROLES[side], NAMES[stop], NAMES[store], table.shells[store], table.hands[side])
    )


def _finish(table: Table, side: int, stop: int, landing: Landing) -> None:
    table.at[side] = None
    if landing is Landing.RELAY:
        scoop(table, side, stop)
    elif landing is Landing.STORE:
        table.choosing.add(side)
    else:
        end_turn(table, side)
    settle_choosers(table, {side} if landing is Landing.STORE else ())


FORESEEN = 24
"""Number of shells after which no further lap is foreseen, so that positions stay small."""


def laps(side: int, start: int, hand: int, shells: Sequence[int], burnt: tuple[int, ...]) -> list[Lap]:
    """The laps of a hand from ``start`` on, provided that no shell is lost and nobody else sows."""
    table, way, at = list(shells), list[Lap](), start
    while hand and sum(map(len, way)) < FORESEEN:
        lap: Lap = []
        for _ in range(hand):
            stops = droppable(side, at, burnt)
            at = stops[-1]
            table[at] += 1
            lap.append([NAMES[stop] for stop in stops])
        way.append(lap)
        goes_on = at != STORE[side] and table[at] > 1
        hand = table[at] if goes_on else 0
        table[at] -= hand
    return way
