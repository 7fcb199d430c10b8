"""A position of congkak while an action is applied, and the ends of turns, rounds and the match."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

from games_app.games import trace
from games_app.games.base import Step
from games_app.games.congkak.parameters import NORTH, ROLES, SIDES, SOUTH, Paths, Rules, paths


class Options(NamedTuple):
    """The options of a match; see ``Congkak.options`` for the values."""

    rounds: str
    opening: str
    sowing: str = "auto"


@dataclass(slots=True)
class Table:
    """A working copy of a state, with the steps of the trace so far. The fields are those of CongkakState."""

    rules: Rules
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
        self.paths = paths(self.rules, self.burnt)

    def houses_empty(self, side: int) -> bool:
        """Return whether no house of this side holds a shell."""
        own = self.rules.houses[side]
        return not any(self.shells[own.start : own.stop])


def end_turn(table: Table, side: int, tick: int | None = None) -> None:
    """End the side's turn. The other side follows; in the opening, as soon as both turns have ended."""
    table.steps.append(trace.end(ROLES[side], tick))
    if table.phase == "turn":
        _pass_control(table, 1 - side)
        return
    table.ended.append(side)
    if len(table.ended) == 2:
        first = table.ended[0]
        table.phase = "turn"
        table.ended.clear()
        _pass_control(table, first)


def settle_choosers(table: Table, going_on: Collection[int] = (), tick: int | None = None) -> None:
    """End the turn of each side, south first, that must scoop but has no shell in its houses.

    ``going_on`` are the sides that must scoop because of the last shell they just sowed.
    """
    for side in SIDES:
        if side not in table.choosing:
            continue
        if table.houses_empty(side):
            table.choosing.discard(side)
            end_turn(table, side, tick)
        elif side in going_on:
            table.steps.append(trace.again(ROLES[side], tick))


def _pass_control(table: Table, side: int) -> None:
    """Give the next turn to ``side``, unless the round is over. Where sides pass, it may pass."""
    empty = [table.houses_empty(each) for each in SIDES]
    if all(empty) or (any(empty) and not table.rules.parameters.passes):
        _end_round(table, side)
    elif empty[side]:
        table.steps.append(trace.passed(ROLES[side]))
        _start_turn(table, 1 - side)
    else:
        _start_turn(table, side)


def _start_turn(table: Table, side: int) -> None:
    table.control = side
    table.choosing = {side}


def _end_round(table: Table, would_move: int) -> None:
    shells, of = table.shells, table.rules.parameters
    empty = [side for side in SIDES if table.houses_empty(side)]
    for side in SIDES:
        _collect(table, side)
    south, north = (shells[store] for store in table.rules.store)
    winner = None if south == north else SOUTH if south > north else NORTH
    named = None if winner is None else ROLES[winner]
    if winner is not None:
        table.won[winner] += 1
    table.steps.append(trace.round_over(named, {"south": south, "north": north}))
    if min(south, north) < of.shells or str(table.round) == table.options.rounds:
        table.phase, table.control = "over", None
        table.choosing.clear()
        table.steps.append(trace.over(named))
        return
    _refill(table)
    if of.starter == "empty":
        _start_turn(table, empty[0] if len(empty) == 1 else would_move)
    elif winner is None:
        _start_turn(table, would_move)
    else:
        _start_turn(table, winner if of.starter == "winner" else 1 - winner)


def _collect(table: Table, side: int) -> None:
    shells, rules = table.shells, table.rules
    store = rules.store[side]
    left = [house for house in rules.houses[side] if shells[house]]
    if not left:
        return
    stones = [(rules.names[house], shells[house]) for house in left]
    for house in left:
        shells[store] += shells[house]
        shells[house] = 0
    table.steps.append(trace.collect(ROLES[side], stones, rules.names[store], shells[store]))


def _refill(table: Table) -> None:
    """Fill the houses for the next round from their owners' stores, each with as many shells as at first."""
    shells, rules, full = table.shells, table.rules, table.rules.parameters.shells
    table.round += 1
    burnt: list[int] = []
    for side in SIDES:
        store, in_order = rules.store[side], rules.filled[side]
        affordable = min(shells[store] // full, len(in_order))
        filled, without = in_order[:affordable], in_order[affordable:]
        for house in filled:
            shells[house] = full
        shells[store] -= full * affordable
        burnt.extend(without)
        table.steps.append(
            trace.refill(
                ROLES[side],
                [int(rules.names[house]) for house in filled],
                sorted(int(rules.names[house]) for house in without),
                shells[store],
            )
        )
    table.burnt = tuple(sorted(burnt))
    table.paths = paths(rules, table.burnt)
