"""Processor time of each page, and how much connections that ask for pages without pause delay moves.

The site has running matches of all games on its wall, finished ones in its lists, and puzzles. Pages are
requested as browsers do, with compression, by visitors without a session; a player also requests a match.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection
from itertools import chain, cycle
from typing import NamedTuple

from games_app.rules import GAMES
from tests.faults.visitor import new_address
from tools.bench import generator
from tools.bench.clients import Client, SiteClient, Ticket
from tools.bench.forms import headers
from tools.bench.generator import Run, Table
from tools.bench.report import Report, Round
from tools.bench.rounds import Setup, alternate, busy, say, sides
from tools.bench.sides import Side
from tools.bench.websocket import Lost

GAME = "congkak"
MATCHES = 8
"""Number of matches of each game that run, and of those that are over."""
ACTIONS = 12
"""Number of actions in each before the measurement."""
REQUESTED = 100
"""Number of requests for each page in a round, after a warm-up of a tenth."""
PLAYED, PACE = 10, 40.0
"""Number of matches that are played meanwhile, and their actions a second in all."""
BROWSER = {"Accept": "text/html", "Accept-Encoding": "gzip, deflate, br, zstd", "User-Agent": "Mozilla/5.0"}
PUZZLES = 5


class Content(NamedTuple):
    """The pages of a side."""

    addresses: dict[str, list[str]]
    """Kind of page -> addresses of such pages."""
    player: Ticket


def measure(setup: Setup, *, connections: int = 8, seconds: float = 5.0) -> Report:
    """Request each page alone, then play alone and beside so many connections."""
    report = Report(f"requests, {setup.rounds} rounds of {seconds:g} s")
    with sides(setup, GAME) as found:
        content = {side.name: filled(side) for side in found}
        pages = report.section("a page alone: processor ms")
        alternate(pages, found, setup.rounds, lambda side: alone(side, content[side.name]))
        size = report.section("a page alone: kB sent, compressed")
        for side in found:
            size.add(side.name, weights(side, content[side.name]))
        for number in (0, connections):
            section = report.section(
                f"{PLAYED} matches at {PACE:g} actions a second beside {number} connections"
            )
            one = partial(beside, content=content, connections=number, seconds=seconds)
            alternate(section, found, setup.rounds, one)
            report.notes += busy(section)
    return report


def filled(side: Side) -> Content:
    """Play matches of all games on this side, half of them to their end."""
    say(f"{side.name}: playing {2 * MATCHES * len(GAMES)} matches")
    running = [tickets for game in GAMES for tickets in _played(side, game, MATCHES)]
    for game in GAMES:
        _played(side, game, MATCHES, resigned=True)
    visitor = HTTPConnection(*side.address, timeout=60)
    puzzles = {_redirected(visitor, side, "/puzzles/next") for _ in range(PUZZLES)}
    addresses = {
        "match": [f"/m/{tickets[0].match}" for tickets in running],
        "front": ["/"],
        "wall": ["/watch"],
        "history": ["/history"],
        "puzzle": sorted(puzzles),
    }
    return Content(addresses, running[0][0])


def alone(side: Side, content: Content) -> Round:
    """Return the server's milliseconds of processor time for each kind of page."""
    kinds = {kind: (addresses, "") for kind, addresses in content.addresses.items()}
    kinds["player's match"] = [f"/m/{content.player.match}"], content.player.headers["Cookie"]
    figures = {}
    for kind, (addresses, cookie) in kinds.items():
        visitor = HTTPConnection(*side.address, timeout=60)
        asked = cycle(addresses)
        for _ in range(REQUESTED // 10):
            _get(visitor, side, next(asked), cookie)
        before = side.processor_seconds
        for _ in range(REQUESTED):
            _get(visitor, side, next(asked), cookie)
        figures[kind] = 1000 * (side.processor_seconds - before) / REQUESTED
    return figures


def weights(side: Side, content: Content) -> Round:
    visitor = HTTPConnection(*side.address, timeout=60)
    return {kind: len(_get(visitor, side, paths[0])) / 1000 for kind, paths in content.addresses.items()}


def beside(side: Side, content: dict[str, Content], connections: int, seconds: float) -> Round:
    """Play at a pace, while so many connections request pages."""
    return generator.run(_beside(side, content[side.name], connections, seconds))


async def _beside(side: Side, content: Content, connections: int, seconds: float) -> Round:
    run = Run(side, seconds, PACE)
    tables = [Table(found, run, random.Random(i)) for i, found in enumerate(side.tables(PLAYED, GAME))]
    for table in tables:
        await table.open()
    turns = range(len(content.addresses["match"]))
    paths = [addresses[turn % len(addresses)] for turn in turns for addresses in content.addresses.values()]
    asked = [asyncio.create_task(_ask(run, paths[number:] + paths[:number])) for number in range(connections)]
    try:
        await run.play(tables)
    finally:
        for one in asked:
            one.cancel()
    answered = await asyncio.gather(*asked, return_exceptions=True)
    figures = run.figures()
    del figures["server us each"]
    took = sorted(chain.from_iterable(one for one in answered if isinstance(one, list)))
    return figures | {"pages/s": len(took) / seconds}


async def _ask(run: Run, paths: Sequence[str]) -> list[float]:
    """Request these pages in turn until cancelled; return the seconds that each one took within the run."""
    took: list[float] = []
    reader, writer = await asyncio.open_connection(*run.side.address)
    visitor = BROWSER | headers(run.side.address, new_address())
    with suppress(asyncio.CancelledError):
        for path in cycle(paths):
            head = "".join(f"{name}: {value}\r\n" for name, value in visitor.items())
            began = time.perf_counter()
            writer.write(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
            said = await reader.readuntil(b"\r\n\r\n")
            if not said.startswith(b"HTTP/1.1 200 "):
                raise Lost(f"{path}: {said[:40]!r}")
            length = said.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
            await reader.readexactly(int(length))
            if began >= run.begins and time.perf_counter() <= run.ends:
                took.append(time.perf_counter() - began)
    writer.close()
    return took


def _get(visitor: HTTPConnection, side: Side, path: str, cookie: str = "") -> bytes:
    sent = BROWSER | headers(side.address, new_address()) | ({"Cookie": cookie} if cookie else {})
    visitor.request("GET", path, headers=sent)
    answer = visitor.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise Lost(f"{path}: {answer.status}")
    return body


def _redirected(visitor: HTTPConnection, side: Side, path: str) -> str:
    visitor.request("GET", path, headers=BROWSER | headers(side.address, new_address()))
    answer = visitor.getresponse()
    answer.read()
    return answer.getheader("Location") or ""


def _played(side: Side, game: str, number: int, *, resigned: bool = False) -> list[list[Ticket]]:
    return generator.run(_begun(side, side.tables(number, game), resigned=resigned))


async def _begun(side: Side, tables: list[list[Ticket]], *, resigned: bool) -> list[list[Ticket]]:
    await asyncio.gather(*(Opening(tickets, i).play(side, resigned) for i, tickets in enumerate(tables)))
    return tables


class Opening:
    """Two pages that play the first actions of a match."""

    def __init__(self, tickets: Sequence[Ticket], seed: int) -> None:
        self._tickets, self._dice = tickets, random.Random(seed)
        self._heard: asyncio.Queue[tuple[Client, bytes]] = asyncio.Queue()

    async def play(self, side: Side, resigned: bool) -> None:
        pages = [await side.open(ticket, self) for ticket in self._tickets]
        turn = pages[0].turn
        for _ in range(ACTIONS):
            if not turn.role:
                break
            next(page for page in pages if page.ticket.role == turn.role).act(turn, self._dice)
            said = [await self._heard.get() for _ in range(3)]
            turn = next(client.turn_after(text) for client, text in said if text)
        if resigned and turn.role:
            assert isinstance(pages[0], SiteClient)
            pages[0].tell("resign")
            for _ in range(3):
                await self._heard.get()
        for page in pages:
            page.close()

    def event(self, client: Client, text: bytes) -> None:
        self._heard.put_nowait((client, text))

    def answered(self, client: Client) -> None:
        self._heard.put_nowait((client, b""))

    def lost(self, how: str) -> None:
        raise Lost(how)
