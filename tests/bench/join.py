"""How soon is everybody back? Many pages that open their sockets at once, as after a restart."""

from __future__ import annotations

import asyncio
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.bench.live import UNLIMITED, Seat, sit, table
from tests.faults.visitor import Visitor
from tests.server import Server

MATCHES = 20


@dataclass(frozen=True)
class Figures:
    """``cost``: processor time of the server for each socket, in microseconds."""

    server: str
    sockets: int
    seconds: float
    """Until all have their snapshot."""
    joins_per_second: float
    cost: float

    def text(self) -> str:
        return (
            f"{self.server}, {self.sockets} sockets at once: {self.joins_per_second:.0f} a second "
            f"until all have their snapshot, {self.cost:.0f} us of processor each"
        )

    def data(self) -> dict[str, Any]:
        return asdict(self)


def measure(sockets: int, server: str) -> Figures:
    """Open ``sockets`` of the players of MATCHES matches, several for each of them."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data", UNLIMITED, server) as running:
        seconds, processor = asyncio.run(_join_all(running, sockets))
    return Figures(server, sockets, seconds, sockets / seconds, 1_000_000 * processor / sockets)


async def _join_all(server: Server, sockets: int) -> tuple[float, float]:
    tables = [table(server.url, "congkak") for _ in range(MATCHES)]
    players = [(match, person) for match, *people in tables for person in people]
    before, began = server.processor_seconds, time.monotonic()
    seats = await asyncio.gather(*(_join(*players[number % len(players)]) for number in range(sockets)))
    taken = time.monotonic() - began, server.processor_seconds - before
    await asyncio.gather(*(seat.socket.close() for seat in seats))
    return taken


async def _join(match: str, person: Visitor) -> Seat:
    seat = await sit(person, match)
    await seat.hear("snapshot")
    return seat
