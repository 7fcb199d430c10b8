"""Speed of many pages that open their sockets at once, as after a restart."""

from __future__ import annotations

import asyncio
import time
from argparse import ArgumentParser
from collections.abc import Sequence

from tools.bench import generator, rounds
from tools.bench.clients import Client, Ticket
from tools.bench.generator import Load
from tools.bench.report import Report, Round
from tools.bench.rounds import Setup, alternate, sides
from tools.bench.sides import Side
from tools.bench.websocket import Lost

GAME = "congkak"
FEW = 40
"""Number of sockets that are opened before any are counted."""


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--sockets", type=int, default=400)
    rounds.add_options(parser, peer=True)


def measure(setup: Setup, sockets: int) -> Report:
    """Open the pages of both players of half as many matches."""
    report = Report(f"join, {setup.rounds} rounds")
    with sides(setup, GAME) as found:
        section = report.section(f"{sockets} players at once, until all have their snapshot")
        players = {side.name: players_of(side, sockets) for side in found}
        for side in found:
            generator.run(joined(side, players[side.name][:FEW]))
        alternate(section, found, setup.rounds, lambda side: joined(side, players[side.name]))
    return report


def players_of(side: Side, number: int) -> list[Ticket]:
    return [ticket for tickets in side.tables(-(-number // 2), GAME) for ticket in tickets][:number]


async def joined(side: Side, players: Sequence[Ticket]) -> Round:
    listener, sockets = Bystander(), len(players)
    before, began = Load.until_now(side), time.perf_counter()
    clients = await asyncio.gather(*(side.open(player, listener) for player in players))
    seconds = time.perf_counter() - began
    load = Load.until_now(side).since(before)
    figures = {
        "joins/s": sockets / seconds,
        "until the last, s": seconds,
        "server us each": 1e6 * load.server / sockets,
        **load.shares(seconds),
    }
    listener.see_off(clients)
    return figures


class Bystander:
    """Page that ignores messages; if the server refuses it, it was not admitted."""

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
