"""The load: tables that play action after action, as soon as the previous one has arrived, or paced."""

from __future__ import annotations

import asyncio
import os
import random
import time
from argparse import ArgumentParser
from collections import deque
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, TypeVar

import uvloop

from tools.bench.clients import Client, Ticket, Turn
from tools.bench.sides import Side
from tools.bench.websocket import Lost
from tools.percentile import percentile

T = TypeVar("T")

WARM_UP = 1.0
"""Seconds of warm-up, which don't count."""


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=5.0, help="of a round, after a warm-up of one")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in the event loop that costs the generator the least time."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def machine_seconds() -> float:
    """Return the busy seconds of the machine's processors since it started. Linux only."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()
    user, nice, system, _, _, *interrupts = map(int, fields[1:8])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Load:
    """Processor seconds: of a side's server, of this process and of the whole machine."""

    server: float
    own: float
    machine: float

    @classmethod
    def until_now(cls, side: Side) -> Self:
        return cls(side.server.processor_seconds, time.process_time(), machine_seconds())

    def since(self, earlier: Load) -> Load:
        return Load(self.server - earlier.server, self.own - earlier.own, self.machine - earlier.machine)

    def shares(self, seconds: float) -> dict[str, float]:
        """Return the percentages of a core that this process and programs besides both took."""
        others = max(self.machine - self.server - self.own, 0)
        return {"generator %": 100 * self.own / seconds, "others %": 100 * others / seconds}


@dataclass
class Run:
    """The measured time and its results. With a ``pace``, so many actions a second in all."""

    side: Side
    seconds: float
    pace: float = 0.0
    warm_up: float = WARM_UP
    latencies: list[float] = field(default_factory=list)
    load: Load = Load(0, 0, 0)
    begins: float = float("inf")
    ends: float = float("inf")

    def __post_init__(self) -> None:
        self._ready: deque[Table] = deque()
        self._trouble: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def over(self) -> bool:
        return time.perf_counter() > self.ends

    def note(self, sent: float, arrived: float) -> None:
        if sent >= self.begins and arrived <= self.ends:
            self.latencies.append(arrived - sent)

    def lost(self, how: str) -> None:
        if not self._trouble.done():
            self._trouble.set_exception(Lost(how))

    def ready(self, table: Table) -> None:
        """Let the table continue, now or when the pace allows it."""
        if self.pace and not self.over:
            self._ready.append(table)
        else:
            table.act()

    async def play(self, tables: Sequence[Table]) -> None:
        """Measure these open tables. Raises Lost if a socket or an action is lost."""
        self.begins = time.perf_counter() + self.warm_up
        self.ends = self.begins + self.seconds
        played = asyncio.gather(self._watch(), self._set_pace(), *(table.play() for table in tables))
        ending: set[asyncio.Future[Any]] = {played, self._trouble}
        await asyncio.wait(ending, return_when=asyncio.FIRST_COMPLETED)
        if self._trouble.done():
            played.cancel()
            self._trouble.result()
        await played

    def figures(self) -> dict[str, float]:
        """Return the figures common to all benches of actions; all but the first are about timed actions."""
        if not self.latencies:
            raise Lost("no action was accepted in all that time")
        return {
            "actions/s": len(self.latencies) / self.seconds,
            "p50 ms": 1000 * percentile(self.latencies, 50),
            "p99 ms": 1000 * percentile(self.latencies, 99),
            "server us each": 1e6 * self.load.server / len(self.latencies),
            **self.load.shares(self.seconds),
        }

    async def _watch(self) -> None:
        await asyncio.sleep(self.begins - time.perf_counter())
        before = Load.until_now(self.side)
        await asyncio.sleep(self.ends - time.perf_counter())
        self.load = Load.until_now(self.side).since(before)

    async def _set_pace(self) -> None:
        """Let one table continue in each interval; missed intervals are not made up for."""
        began, number = time.perf_counter(), 0
        while self.pace and not self.over:
            number = max(number + 1, int((time.perf_counter() - began) * self.pace))
            await asyncio.sleep(began + number / self.pace - time.perf_counter())
            if self._ready:
                self._ready.popleft().act()
        while self._ready:
            self._ready.popleft().act()


class Table:
    """Two pages that play, with rematches when their game ends."""

    def __init__(self, tickets: Sequence[Ticket], run: Run, dice: random.Random) -> None:
        self.tickets = list(tickets)
        self.run, self.dice = run, dice
        self.pages: list[Client] = []
        self.turn = Turn("", 0, ())
        self._sent = 0.0
        self._missing = 0
        """Number of messages still to come of those that follow from an action."""
        self._mover: Client | None = None
        self._stopped: asyncio.Future[None]

    async def open(self) -> None:
        self.pages = [await self.run.side.open(ticket, self) for ticket in self.tickets]
        self.turn = self.pages[0].turn

    async def play(self) -> None:
        """Play until the time is over."""
        while not self.run.over:
            self._stopped = asyncio.get_running_loop().create_future()
            self._go_on()
            await self._stopped
            if not self.turn.role:
                await self._rematch()
        self.close()

    def close(self) -> None:
        for page in self.pages:
            page.close()

    def act(self) -> None:
        """Send an action of the role to move, or stop when the time is over."""
        if self.run.over:
            self._stopped.set_result(None)
            return
        self._mover = next(page for page in self.pages if page.ticket.role == self.turn.role)
        self._missing = self.expected()
        self._sent = time.perf_counter()
        self._mover.act(self.turn, self.dice)

    def expected(self) -> int:
        """Return how many messages follow from an action: its events, and its answer if there is one."""
        return len(self.pages) + self.pages[0].ANSWERS

    def event(self, client: Client, text: bytes) -> None:
        if client is not self._mover:
            self.run.note(self._sent, time.perf_counter())
            self.turn = client.turn_after(text)
        self._has_come()

    def answered(self, client: Client) -> None:
        self._has_come()

    def lost(self, how: str) -> None:
        self.run.lost(how)

    def _has_come(self) -> None:
        self._missing -= 1
        if self._missing == 0:
            self._go_on()

    def _go_on(self) -> None:
        if self.turn.role:
            self.run.ready(self)
        else:
            self._stopped.set_result(None)

    async def _rematch(self) -> None:
        """Open the pages of another match of the same two, with sides swapped."""
        self._mover, self._missing = None, -1
        self.tickets = await self.run.side.rematch(self.pages)
        self.close()
        await self.open()
