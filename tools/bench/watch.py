"""How many can watch one match? Its players act as soon as the last watcher has seen the action before."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from tools.bench import generator
from tools.bench.clients import Client, Ticket
from tools.bench.generator import Run, Table
from tools.bench.report import Report, Round
from tools.bench.rounds import Setup, allow_files, alternate, busy, sides
from tools.bench.sides import Side

OPENED_AT_ONCE = 50
SETTLING = 1.0
"""Seconds after the last watcher has come, in which the server may tell who is there."""


def measure(
    setup: Setup, *, watchers: Sequence[int] = (10, 100, 1000), game: str = "congkak", seconds: float = 5.0
) -> Report:
    """Let so many watch, on each side in turns."""
    allow_files(max(watchers))
    report = Report(f"watch, {setup.rounds} rounds of {seconds:g} s")
    for number in watchers:
        with sides(setup, game) as found:
            section = report.section(f"{number} watchers of one match of {game}")
            alternate(
                section,
                found,
                setup.rounds,
                partial(measured, watchers=number, game=game, seconds=seconds),
            )
            report.notes += busy(section)
    return report


def measured(side: Side, watchers: int, game: str, seconds: float) -> Round:
    return generator.run(watched(side, watchers, game, seconds))


async def watched(side: Side, watchers: int, game: str, seconds: float) -> Round:
    run = Run(side, seconds)
    [tickets] = side.tables(1, game)
    table = Watched(tickets, run, random.Random(1))
    await table.open()
    await table.let_in(side.watchers(tickets[0].match, watchers))
    await asyncio.sleep(SETTLING)
    await run.play([table])
    figures = run.figures()
    each = figures.pop("server us each") / watchers
    actions = figures.pop("actions/s")
    last = {"last p50 ms": figures.pop("p50 ms"), "last p99 ms": figures.pop("p99 ms")}
    return {"deliveries/s": actions * watchers, **last, "server us a delivery": each, **figures}


class Watched(Table):
    """Two pages that play before a crowd. What is timed is the last watcher's arrival."""

    def __init__(self, *play: Any) -> None:
        super().__init__(*play)
        self.crowd: list[Client] = []
        self._unseen = 0

    async def let_in(self, tickets: Sequence[Ticket]) -> None:
        for begin in range(0, len(tickets), OPENED_AT_ONCE):
            some = tickets[begin : begin + OPENED_AT_ONCE]
            self.crowd += await asyncio.gather(*(self.run.side.open(ticket, self) for ticket in some))

    def act(self) -> None:
        self._unseen = len(self.crowd)
        super().act()

    def expected(self) -> int:
        return super().expected() + len(self.crowd)

    def event(self, client: Client, text: bytes) -> None:
        if client.ticket.role:
            if client is not self._mover:
                self.turn = client.turn_after(text)
        else:
            self._unseen -= 1
            if not self._unseen:
                self.run.note(self._sent, time.perf_counter())
        self._has_come()

    def close(self) -> None:
        super().close()
        for watcher in self.crowd:
            watcher.close()
