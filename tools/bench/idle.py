"""Memory of the server for each idle page."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tools.bench import generator
from tools.bench.join import Bystander
from tools.bench.report import Report, Round
from tools.bench.rounds import Setup, allow_files, say, sides
from tools.bench.sides import Side

MATCHES = 50
GAME = "congkak"
OPENED_AT_ONCE = 50
BEFORE = 100
"""Connections that are not counted: with the first ones a server fills its caches."""
SETTLING = 7.0
"""Seconds until the memory is read: two beats of the site."""


def measure(setup: Setup, *, sockets: Sequence[int] = (1000, 5000)) -> Report:
    """Let so many watch MATCHES idle matches, each time against new processes."""
    allow_files(max(sockets) + BEFORE)
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
    counted = tickets[BEFORE : BEFORE + sockets]
    for begin in range(0, sockets, OPENED_AT_ONCE):
        some = counted[begin : begin + OPENED_AT_ONCE]
        clients += await asyncio.gather(*(side.open(ticket, listener) for ticket in some))
    await asyncio.sleep(SETTLING)
    theirs = side.processor_seconds
    await asyncio.sleep(SETTLING)
    figures = {
        "KiB each": (side.server.memory() - before) / sockets / 1024,
        "server us each a second": 1e6 * (side.processor_seconds - theirs) / SETTLING / sockets,
    }
    listener.see_off(clients)
    return figures
