"""Processor time of each page, and how much connections that ask for pages without pause delay moves.

The site has running matches of all games on its wall, finished ones in its lists, and puzzles. Pages are
requested as browsers do, with compression, by visitors without a session; a player also requests a match.
"""

from __future__ import annotations

import asyncio
import random
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection, HTTPResponse
from itertools import cycle

from games_app.games.rules import GAMES, get_game
from tests.faults.visitor import Visitor
from tests.played import Played, begin, sample
from tools.bench import generator, rounds
from tools.bench.generator import Run, Table
from tools.bench.report import Report, Round
from tools.bench.rounds import Setup, alternate, say, sides
from tools.bench.sides import Side, headers
from tools.bench.websocket import Lost

GAME = "congkak"
MATCHES = 8
"""Number of matches of each game that run, and of those that are over."""
ACTIONS = 12
"""Number of actions in the shortest of them before the measurement."""
REQUESTED = 100
"""Number of requests for each page in a round, after a warm-up of a tenth."""
PLAYED, PACE = 10, 40.0
"""Number of matches that are played meanwhile, and their actions a second in all."""
BROWSER = {"Accept": "text/html", "Accept-Encoding": "gzip, deflate, br, zstd", "User-Agent": "Mozilla/5.0"}

Content = dict[str, tuple[list[str], str]]
"""The pages of a side: kind of page -> addresses of such pages, and the cookie of their reader."""


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--connections", type=int, default=8, help="that request pages without pause")
    generator.add_options(parser)
    rounds.add_options(parser)


def measure(setup: Setup, connections: int, seconds: float) -> Report:
    """Request each page alone, then play alone and beside so many connections."""
    report = Report(f"requests, {setup.rounds} rounds of {seconds:g} s")
    with sides(setup, GAME) as found:
        contents = {side.name: filled(side) for side in found}
        pages = report.section("a page alone: processor ms")
        alternate(pages, found, setup.rounds, lambda side: alone(side, contents[side.name]))
        for number in (0, connections):
            section = report.section(
                f"{PLAYED} matches at {PACE:g} actions a second beside {number} connections"
            )
            one = partial(beside, contents=contents, connections=number, seconds=seconds)
            alternate(section, found, setup.rounds, one)
    return report


def filled(side: Side) -> Content:
    """Play matches of all games on this side, half of them to their end."""
    say(f"{side.name}: playing {2 * MATCHES * len(GAMES)} matches")
    running = [_played(side, game, number) for game in GAMES for number in range(MATCHES)]
    for match in [_played(side, game, number) for game in GAMES for number in range(MATCHES)]:
        match.tell(get_game(match.game).roles[0], "resign")
    visitor = HTTPConnection(*side.address, timeout=60)
    puzzles = {_fetch(visitor, side, "/puzzles/next", 302).headers["Location"] for _ in range(5)}
    return {
        "match": ([match.path for match in running], ""),
        "front": (["/"], ""),
        "wall": (["/watch"], ""),
        "history": (["/history"], ""),
        "puzzle": (sorted(puzzles), ""),
        "player's match": ([running[0].path], running[0].alice.cookie_header()["Cookie"]),
    }


async def alone(side: Side, content: Content) -> Round:
    """Return the server's milliseconds of processor time for each kind of page."""
    figures = {}
    for kind, (addresses, cookie) in content.items():
        visitor = HTTPConnection(*side.address, timeout=60)
        paths = cycle(addresses)
        for _ in range(REQUESTED // 10):
            _fetch(visitor, side, next(paths), cookie=cookie)
        before = side.server.processor_seconds
        for _ in range(REQUESTED):
            _fetch(visitor, side, next(paths), cookie=cookie)
        figures[kind] = 1000 * (side.server.processor_seconds - before) / REQUESTED
    return figures


async def beside(side: Side, contents: dict[str, Content], connections: int, seconds: float) -> Round:
    """Play at a pace, while so many connections request pages."""
    run = Run(side, seconds, PACE)
    tables = [Table(found, run, random.Random(i)) for i, found in enumerate(side.tables(PLAYED, GAME))]
    for table in tables:
        await table.open()
    public = [cycle(addresses) for addresses, cookie in contents[side.name].values() if not cookie]
    paths = [next(addresses) for _ in range(MATCHES * len(GAMES)) for addresses in public]
    fetching = [
        asyncio.create_task(_keep_fetching(run, paths[number:] + paths[:number]))
        for number in range(connections)
    ]
    try:
        await run.play(tables)
    finally:
        for one in fetching:
            one.cancel()
    pages = sum(await asyncio.gather(*fetching))
    figures = run.figures()
    del figures["server us each"]
    return figures | {"pages/s": pages / seconds}


async def _keep_fetching(run: Run, paths: Sequence[str]) -> int:
    """Request these pages in turn until cancelled; return how many came within the run."""
    pages = 0
    reader, writer = await asyncio.open_connection(*run.side.address)
    lines = BROWSER | headers(Visitor(run.side.server.url))
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    with suppress(asyncio.CancelledError):
        for path in cycle(paths):
            began = time.perf_counter()
            writer.write(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
            said = await reader.readuntil(b"\r\n\r\n")
            if not said.startswith(b"HTTP/1.1 200 "):
                raise Lost(f"{path}: {said[:40]!r}")
            length = said.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
            await reader.readexactly(int(length))
            pages += run.begins <= began and time.perf_counter() <= run.ends
    writer.close()
    return pages


def _fetch(
    visitor: HTTPConnection, side: Side, path: str, status: int = 200, cookie: str = ""
) -> HTTPResponse:
    sent = BROWSER | headers(Visitor(side.server.url)) | ({"Cookie": cookie} if cookie else {})
    visitor.request("GET", path, headers=sent)
    answer = visitor.getresponse()
    answer.read()
    if answer.status != status:
        raise Lost(f"{path}: {answer.status}")
    return answer


def _played(side: Side, game: str, number: int) -> Played:
    """Make a match, and play some actions; each number leads to another position."""
    options, decisions = sample(game)
    match = begin(side.server.url, game, **options)
    match.play(decisions[: ACTIONS + number])
    return match
