"""Time until everybody is back after a restart: open pages lose their sockets and reconnect by themselves."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Sequence

from tools.bench import generator
from tools.bench.clients import Client, Ticket
from tools.bench.report import Report, Round
from tools.bench.rounds import Setup, allow_files, alternate, busy, sides
from tools.bench.sides import Side
from tools.bench.websocket import Lost

GAME = "congkak"
OPENED_AT_ONCE = 50
SETTLING = 2.0
"""Seconds of rest before the restart."""
LOOKED_AFTER = 0.05
SHORTEST, PLAYERS_LONGEST, LONGEST = 0.3, 1.5, 5.0
"""Minimum and maximum seconds between attempts, as in static/match/commands/connection.js."""
ATTEMPT, LONGEST_ATTEMPT = 8.0, 20.0
"""Seconds for the first attempt, and the maximum after others that waited in vain, as there."""


def measure(setup: Setup, *, sockets: int = 5000, matches: int = 200) -> Report:
    """Restart the server under the players of so many matches, and watchers, so many pages in all."""
    allow_files(sockets)
    watchers = sockets - 2 * matches
    report = Report(f"restart, {setup.rounds} rounds")
    with sides(setup, GAME) as found:
        section = report.section(f"{2 * matches} players and {watchers} watchers of {matches} matches")
        tickets = {side.name: tickets_of(side, matches, watchers) for side in found}
        alternate(section, found, setup.rounds, lambda side: restarted(side, tickets[side.name]))
        report.notes += busy(section)
    return report


def tickets_of(side: Side, matches: int, watchers: int) -> list[Ticket]:
    """Return the pages of the players and of the watchers, who are spread over the matches."""
    tables = side.tables(matches, GAME)
    crowd = [side.watchers(players[0].match, -(-watchers // matches)) for players in tables]
    return [*itertools.chain(*tables), *itertools.chain(*zip(*crowd, strict=True))][: 2 * matches + watchers]


def restarted(side: Side, tickets: Sequence[Ticket]) -> Round:
    return generator.run(_restarted(side, tickets))


async def _restarted(side: Side, tickets: Sequence[Ticket]) -> Round:
    """Times count from the request to the server to end, shares of the processor from its end."""
    dice = random.Random(1)
    pages = [Page(side, ticket, dice) for ticket in tickets]
    for begin in range(0, len(pages), OPENED_AT_ONCE):
        await asyncio.gather(*(page.open() for page in pages[begin : begin + OPENED_AT_ONCE]))
    await asyncio.sleep(SETTLING)
    asked = time.perf_counter()
    await asyncio.to_thread(side.server.stop)
    whole, own, ended = generator.machine_seconds(), time.process_time(), time.perf_counter()
    await asyncio.to_thread(side.server.start)
    while not all(page.is_open for page in pages):
        await asyncio.sleep(LOOKED_AFTER)
    whole, own = generator.machine_seconds() - whole, time.process_time() - own
    theirs, seconds = side.processor_seconds, time.perf_counter() - ended
    for page in pages:
        page.close()
    players = [page.opened - asked for page in pages if page.ticket.role]
    watchers = [page.opened - asked for page in pages if not page.ticket.role]
    return {
        "server ended, s": ended - asked,
        "first page, s": min(players + watchers),
        "last player, s": max(players),
        "last watcher, s": max(watchers),
        "server %": 100 * theirs / seconds,
        "generator %": 100 * own / seconds,
        "others %": 100 * max(whole - own - theirs, 0) / seconds,
    }


class Page:
    """A page that comes back as those in browsers do."""

    def __init__(self, side: Side, ticket: Ticket, dice: random.Random) -> None:
        self.ticket = ticket
        self.is_open = False
        self.opened = 0.0
        """Time of its last return, by time.perf_counter."""
        self._side, self._dice = side, dice
        self._coming: asyncio.Task[None] | None = None
        self._client = side.client(ticket, self)

    async def open(self) -> None:
        self._client = self._side.client(self.ticket, self)
        await self._client.open(self._side.address_of(self.ticket.match))
        self.is_open, self.opened = True, time.perf_counter()

    def close(self) -> None:
        self._client.close()

    def event(self, client: Client, text: bytes) -> None: ...

    def answered(self, client: Client) -> None: ...

    def lost(self, how: str) -> None:
        self.is_open = False
        self._coming = asyncio.create_task(self._come_back())

    async def _come_back(self) -> None:
        longest = PLAYERS_LONGEST if self.ticket.role else LONGEST
        unanswered = 0
        for failures in itertools.count(1):
            await asyncio.sleep(self._dice.uniform(SHORTEST, min(longest, SHORTEST * 2**failures)))
            try:
                async with asyncio.timeout(min(ATTEMPT * 1.5**unanswered, LONGEST_ATTEMPT)):
                    await self.open()
                return
            except (Lost, OSError) as error:
                unanswered += isinstance(error, TimeoutError)
                self.close()
