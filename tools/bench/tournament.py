"""Time in which a server brings the watchers of a tournament up to date, beside a beat without news."""

from __future__ import annotations

import asyncio
import re
import time
from argparse import ArgumentParser
from functools import partial

import msgspec

from tests.faults.visitor import Visitor
from tools.bench import rounds
from tools.bench.clients import Client, SiteClient, Ticket
from tools.bench.generator import Load
from tools.bench.join import Bystander
from tools.bench.report import Report, Round
from tools.bench.rounds import Setup, alternate, sides
from tools.bench.sides import OPENED_AT_ONCE, Side, headers

GAME = "mancala"
PAIRING = re.compile(r'<option value="([0-9]+)">')


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--people", type=int, default=64)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--beats", type=int, default=5, help="in a round, with and without news")
    rounds.add_options(parser)


def measure(setup: Setup, people: int, watchers: int, beats: int) -> Report:
    """Let a maker decide games of a large round robin, one in each beat."""
    report = Report(f"tournament, {setup.rounds} rounds of {beats} beats")
    with sides(setup, GAME) as compared:
        section = report.section(f"{watchers} watchers of a round robin of {people}, server ms for each beat")
        halls = {side.name: Hall(side, people) for side in compared}
        work = partial(_beats, halls, watchers=watchers, beats=beats)
        alternate(section, compared, setup.rounds, work)
    return report


class Hall:
    """A tournament of so many people whose maker decides its games."""

    def __init__(self, side: Side, people: int) -> None:
        self._maker = Visitor(side.server.url)
        form = {"name": "alice", "visibility": "public", "system": "once", "time": "days"}
        self.path = self._maker.send(f"/tournaments/new/{GAME}", **form)[2]
        for number in range(1, people):
            Visitor(side.server.url).send(f"{self.path}/join", name=f"guest {number}")
        self._open = PAIRING.findall(self._maker.get(self.path)[1])

    def decide(self) -> None:
        status, text, _ = self._maker.send(
            f"{self.path}/act", do="settle", pairing=self._open.pop(), outcome="first"
        )
        assert status == 302, (status, text)


class Spectator(SiteClient):
    """A page of a tournament that counts its beats and its changes."""

    beats = changes = 0

    def path(self) -> str:
        return f"/ws{self.ticket.match}"

    def _heard(self, text: bytes) -> None:
        match msgspec.json.decode(text)["kind"]:
            case "tournament":
                self.changes += 1
                if not self._told.done():
                    self._told.set_result(None)
            case "beat":
                self.beats += 1


async def _beats(halls: dict[str, Hall], side: Side, *, watchers: int, beats: int) -> Round:
    """Return what a beat costs the server, and when the last watcher has a change."""
    hall, listener = halls[side.name], Bystander()
    tickets = [Ticket(hall.path, "", headers(Visitor(side.server.url))) for _ in range(watchers)]
    crowd: list[Spectator] = []
    for number in range(0, watchers, OPENED_AT_ONCE):
        some = [Spectator(ticket, listener, []) for ticket in tickets[number : number + OPENED_AT_ONCE]]
        await asyncio.gather(*(page.open(side.address) for page in some))
        crowd += some
    await _next_beat(crowd)
    before = Load.until_now(side)
    for _ in range(beats):
        await _next_beat(crowd)
    quiet = Load.until_now(side)
    seconds = 0.0
    for _ in range(beats):
        known = [page.changes for page in crowd]
        await asyncio.to_thread(hall.decide)
        while all(page.changes == number for page, number in zip(crowd, known, strict=True)):
            await asyncio.sleep(0)
        began = time.perf_counter()
        while any(page.changes == number for page, number in zip(crowd, known, strict=True)):
            await asyncio.sleep(0)
        seconds += time.perf_counter() - began
        await _next_beat(crowd)
    changed = Load.until_now(side)
    pages: list[Client] = [*crowd]
    listener.see_off(pages)
    return {
        "without news": 1e3 * quiet.since(before).server / beats,
        "with one decision": 1e3 * changed.since(quiet).server / beats,
        "from the first to the last, ms": 1e3 * seconds / beats,
    }


async def _next_beat(crowd: list[Spectator]) -> None:
    """Return when all have another beat."""
    last = [page.beats for page in crowd]
    while any(page.beats == beat for page, beat in zip(crowd, last, strict=True)):
        await asyncio.sleep(0.005)
