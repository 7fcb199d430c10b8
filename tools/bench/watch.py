"""Deliveries to many watchers of one match.

Its players act once the last watcher has seen the last action.
"""

from __future__ import annotations

import asyncio
import random
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial

from tools.bench import generator, rounds
from tools.bench.clients import Client
from tools.bench.generator import Run, Table
from tools.bench.report import Report, Round
from tools.bench.rounds import Setup, alternate, sides
from tools.bench.sides import Side, open_all

GAME = "congkak"
SETTLING = 1.0
"""Seconds after the last watcher has come in which the server may report presence."""


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--watchers", type=int, nargs="+", default=[10, 100, 1000])
    generator.add_options(parser)
    rounds.add_options(parser, peer=True)


def measure(setup: Setup, watchers: Sequence[int], seconds: float) -> Report:
    """Let so many watch, on each side in turns."""
    report = Report(f"watch, {setup.rounds} rounds of {seconds:g} s")
    for number in watchers:
        with sides(setup, GAME) as found:
            section = report.section(f"{number} watchers of one match of {GAME}")
            alternate(section, found, setup.rounds, partial(watched, watchers=number, seconds=seconds))
    return report


async def watched(side: Side, watchers: int, seconds: float) -> Round:
    run = Run(side, seconds)
    [tickets] = side.tables(1, GAME)
    table = Watched(tickets, run, random.Random(1))
    await table.open()
    table.crowd = await open_all(side, side.watchers(tickets[0].match, watchers), table)
    await asyncio.sleep(SETTLING)
    await run.play([table])
    figures = run.figures()
    each = figures.pop("server us each") / watchers
    actions = figures.pop("actions/s")
    last = {"last p50 ms": figures.pop("p50 ms"), "last p99 ms": figures.pop("p99 ms")}
    return {"deliveries/s": actions * watchers, **last, "server us a delivery": each, **figures}


class Watched(Table):
    """Two pages that play before a crowd. The last watcher's arrival is timed."""

    crowd: Sequence[Client] = ()
    _unseen = 0

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
