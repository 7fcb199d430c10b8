"""Processor time that an action costs each part of a big site: web processes, PostgreSQL and Redis.

Figures for tools/capacity.py. Three sites take turns: one web process; two, of which one serves all players;
and two with the players of each match on different ones.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from games_app.games.rules import get_game
from tests import site as testing
from tests.backing.postgres import Postgres
from tests.backing.programs import Program
from tests.web_server import Server
from tools.bench import generator
from tools.bench.clients import Client, Listener, Ticket
from tools.bench.generator import Run, Table
from tools.bench.join import Bystander
from tools.bench.report import Report, Round
from tools.bench.rounds import alternate
from tools.bench.sides import UNLIMITED, Side, Site

GAME = "congkak"
FIRST = get_game(GAME).roles[0]
PLACES = {"one process": (0,), "two, players on one": (0, 0), "two, players on both": (0, 1)}
"""Name of a side -> the web process of each role's page."""


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=3, help="in which the sides take turns")
    parser.add_argument("--matches", type=int, default=100, help="played at once")
    parser.add_argument("--paced", type=float, default=300.0, help="actions a second in all")
    generator.add_options(parser)


def measure(rounds: int, matches: int, paced: float, seconds: float) -> Report:
    """Play so many matches at once on each of the sites."""
    report = Report(f"many, {rounds} rounds of {seconds:g} s")
    section = report.section(f"{GAME}, {matches} matches, paced at {paced:g} actions a second in all")
    with big_sites() as sides:
        one = partial(play, matches=matches, seconds=seconds, paced=paced)
        alternate(section, sides, rounds, one)
    return report


@contextmanager
def big_sites() -> Iterator[list[Side]]:
    """Run the sites of PLACES, each with its own database and Redis."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        postgres = running.enter_context(Postgres())
        yield [
            running.enter_context(Big(name, Path(folder) / str(number), postgres, places))
            for number, (name, places) in enumerate(PLACES.items())
        ]


class Big(Site):
    """A site on PostgreSQL and Redis whose pages open at one or two web processes."""

    def __init__(self, name: str, folder: Path, postgres: Postgres, places: Sequence[int]) -> None:
        self.name, self.accepted = name, []
        self.site = testing.Site(folder, postgres, UNLIMITED)
        self.site.servers = self.site.servers[: len(places)]
        self.server = self.site.first
        self._places = places
        self._postgres = postgres

    def __enter__(self) -> Big:
        self.site.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.site.__exit__(*_)

    async def open(self, ticket: Ticket, listener: Listener) -> Client:
        """Open a page at the process of its role. Raises Lost."""
        place = self._places[0 if ticket.role == FIRST else -1]
        return await self._open_at(self.site.servers[place], ticket, listener)

    async def wake(self) -> list[Client]:
        """Open a page of an idle match at each process: without one, it doesn't listen to the others."""
        [[ticket, _]] = self.tables(1, GAME)
        pages = [await self._open_at(server, ticket, Bystander()) for server in self.site.servers]
        await self.site.can_ring()
        return pages

    async def _open_at(self, server: Server, ticket: Ticket, listener: Listener) -> Client:
        client = self.client(ticket, listener)
        await client.open(("127.0.0.1", server.port))
        return client

    def processor_seconds(self) -> dict[str, float]:
        """Return the processor time of each part so far."""
        first, *others = [server.processor_seconds for server in self.site.servers]
        assert self.site.redis
        return {
            "web": first,
            **({"other web": others[0]} if others else {}),
            "PostgreSQL": seconds_of(self._postgres),
            "Redis": seconds_of(self.site.redis),
        }


async def play(side: Side, matches: int, seconds: float, paced: float) -> Round:
    """Play one round on new matches, and divide each part's time by the actions."""
    assert isinstance(side, Big)
    idle = await side.wake()
    run = Run(side, seconds, paced)
    tables = [Table(tickets, run, random.Random(i)) for i, tickets in enumerate(side.tables(matches, GAME))]
    await asyncio.gather(*(table.open() for table in tables))
    before, accepted = side.processor_seconds(), len(side.accepted)
    await run.play(tables)
    spent, actions = side.processor_seconds(), len(side.accepted) - accepted
    for page in idle:
        page.close()
    figures = run.figures()
    del figures["server us each"]
    return figures | {f"{part}, us each": 1e6 * (spent[part] - before[part]) / actions for part in spent}


def seconds_of(program: Program) -> float:
    """Return the processor time of a program and its children, also of those that have ended. Linux only."""
    ticks = 0
    for pid in program.processes:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15] if pid == program.processes[0] else fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")
