"""Memory of the server for each idle page."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from collections.abc import Sequence

from tools.bench import generator, rounds
from tools.bench.join import Bystander
from tools.bench.report import Report, Round
from tools.bench.rounds import Setup, say, sides
from tools.bench.sides import Side, open_all

MATCHES = 50
GAME = "congkak"
BEFORE = 100
"""Connections that are not counted: with the first ones a server fills its caches."""
SETTLING = 7.0
"""Seconds until the memory is read: two beats of the site."""


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--sockets", type=int, nargs="+", default=[1000, 5000])
    rounds.add_options(parser, peer=True)


def measure(setup: Setup, sockets: Sequence[int]) -> Report:
    """Let so many watch MATCHES idle matches, each time against new processes."""
    report = Report(f"idle, {setup.rounds} rounds")
    for number in sockets:
        section = report.section(f"{number} connections that do nothing")
        for _ in range(setup.rounds):
            with sides(setup, GAME) as found:
                for side in found:
                    say(f"{section.title}: {side.name}")
                    section.add(side.name, generator.run(_weighed(side, number)))
    return report


async def _weighed(side: Side, sockets: int) -> Round:
    matches = [tickets[0].match for tickets in side.tables(MATCHES, GAME)]
    each = -(-(sockets + BEFORE) // MATCHES)
    tickets = [ticket for match in matches for ticket in side.watchers(match, each)]
    listener = Bystander()
    clients = [await side.open(ticket, listener) for ticket in tickets[:BEFORE]]
    await asyncio.sleep(SETTLING)
    before = side.server.memory()
    clients += await open_all(side, tickets[BEFORE : BEFORE + sockets], listener)
    await asyncio.sleep(SETTLING)
    figures = {"KiB each": (side.server.memory() - before) / sockets / 1024}
    listener.see_off(clients)
    return figures
