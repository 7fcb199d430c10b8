"""How soon is everybody back? Many pages that open their sockets at once, as after a restart."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from tests.bench import generator
from tests.bench.clients import Client
from tests.bench.report import Report, Round
from tests.bench.rounds import Setup, allow_files, alternate, busy, sides
from tests.bench.sides import Side
from tests.bench.websocket import Lost

MATCHES = 20
GAME = "congkak"


def measure(setup: Setup, *, sockets: int = 400) -> Report:
    """Open ``sockets`` of the players of MATCHES matches, several for each of them."""
    allow_files(sockets)
    report = Report(f"join, {setup.server}, {setup.rounds} rounds")
    with sides(setup, GAME) as found:
        section = report.section(f"{sockets} sockets of players at once, until all have their snapshot")
        for side in found:
            joined(side, 2 * MATCHES)  # warms up
        alternate(section, found, setup.rounds, lambda side: joined(side, sockets))
        report.notes += busy(section)
    return report


def joined(side: Side, sockets: int) -> Round:
    return generator.run(_joined(side, sockets))


async def _joined(side: Side, sockets: int) -> Round:
    players = [ticket for tickets in side.tables(MATCHES, GAME) for ticket in tickets]
    listener = Bystander()
    theirs, own, began = side.processor_seconds, time.process_time(), time.perf_counter()
    opening = (side.open(players[number % len(players)], listener) for number in range(sockets))
    clients = await asyncio.gather(*opening)
    seconds = time.perf_counter() - began
    figures = {
        "joins/s": sockets / seconds,
        "until the last, s": seconds,
        "server us each": 1e6 * (side.processor_seconds - theirs) / sockets,
        "generator %": 100 * (time.process_time() - own) / seconds,
    }
    listener.see_off(clients)
    return figures


class Bystander:
    """Does nothing about what comes; whoever is sent away was not let in."""

    def __init__(self) -> None:
        self._lost: list[str] = []

    def event(self, client: Client, text: bytes) -> None: ...

    def answered(self, client: Client) -> None: ...

    def lost(self, how: str) -> None:
        self._lost.append(how)

    def see_off(self, clients: Sequence[Client]) -> None:
        """Close all pages. Raises Lost if the server closed one before."""
        for client in clients:
            client.close()
        if self._lost:
            raise Lost(f"{len(self._lost)} sockets, the first: {self._lost[0]}")
