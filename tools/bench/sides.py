"""Sides that the benches compare: this site, another checkout of it, the bare limit, the peer."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from games_app.management import web_server
from tests.backing.programs import free_port
from tests.faults.visitor import new_address
from tests.server import DATABASE, ROOT, Server
from tests.site import PROXIES
from tools.bench import record
from tools.bench.clients import Accepted, Client, Listener, SiteClient, Ticket
from tools.bench.forms import Forms, headers
from tools.bench.websocket import Lost

UNLIMITED = PROXIES | {"RATE_LIMITS": "0"}
"""Settings without rate limits, because all clients share a machine."""


class Side(ABC):
    """A server that runs from ``__enter__`` to ``__exit__``, idle while another side is measured."""

    name: str
    server: Server

    def __enter__(self) -> Self:
        self.server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.stop()

    @property
    def address(self) -> tuple[str, int]:
        return "127.0.0.1", self.server.port

    @property
    def processor_seconds(self) -> float:
        """Return the processor time of all web processes so far."""
        return self.server.processor_seconds

    @property
    def database_seconds(self) -> float:
        """Return the same for the programs behind them; 0 for a database inside the process."""
        return 0.0

    def address_of(self, match: str) -> tuple[str, int]:
        """Return the address of a match's sockets."""
        return self.address

    async def open(self, ticket: Ticket, listener: Listener) -> Client:
        """Open a page, and return when it has its snapshot. Raises Lost."""
        client = self.client(ticket, listener)
        await client.open(self.address_of(ticket.match))
        return client

    @abstractmethod
    def client(self, ticket: Ticket, listener: Listener) -> Client:
        """A page that is not open yet."""

    @abstractmethod
    def tables(self, number: int, game: str) -> list[list[Ticket]]:
        """Make matches; return the tickets of the two players of each."""

    @abstractmethod
    def watchers(self, match: str, number: int) -> list[Ticket]: ...

    @abstractmethod
    async def rematch(self, pages: Sequence[Client]) -> list[Ticket]:
        """Return tickets to another match of the same two, with sides swapped."""

    def check(self) -> None:
        """Stop after all measurements; raise Unsound unless the record contains the answered actions."""
        self.server.stop()


class Site(Side):
    """This site, or with ``root`` another checkout of it, or with ``python`` under another interpreter."""

    def __init__(
        self,
        data: Path,
        name: str = "site",
        root: Path = ROOT,
        python: str = sys.executable,
    ) -> None:
        self.name = name
        self.server = Interpreted(data, UNLIMITED, root=root)
        self.server.python = python
        self.accepted: list[Accepted] = []

    def client(self, ticket: Ticket, listener: Listener) -> SiteClient:
        return SiteClient(ticket, listener, self.accepted)

    def tables(self, number: int, game: str) -> list[list[Ticket]]:
        forms = Forms(*self.address)
        return [forms.table(game) for _ in range(number)]

    def watchers(self, match: str, number: int) -> list[Ticket]:
        return [Ticket(match, "", headers(self.address, new_address())) for _ in range(number)]

    async def rematch(self, pages: Sequence[Client]) -> list[Ticket]:
        agreed = Rematch()
        for page in pages:
            page.listener = agreed
        for page in pages:
            assert isinstance(page, SiteClient)
            page.tell("rematch")
        match = await agreed.match
        first, second = (page.ticket for page in pages)
        return [first._replace(match=match, role=second.role), second._replace(match=match, role=first.role)]

    def check(self) -> None:
        super().check()
        record.check(self.server, self.rows(record.STORED), self.accepted)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return the result of the query in the record."""
        with contextlib.closing(sqlite3.connect(self.server.data / DATABASE)) as connection:
            return connection.execute(query).fetchall()


class Interpreted(Server):
    """A server under a chosen interpreter that has the requirements installed.

    It opens its port itself, as under `serve`: while it starts or ends, nobody waits there.
    """

    python = sys.executable
    port: int

    def launch(self) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        self.port = self.port or free_port()
        root, env = self.prepare()
        command = web_server.command_line("--bind", "127.0.0.1", "--port", str(self.port))
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [self.python, *command[1:]],
                cwd=root,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )


class Rematch:
    """Listener for the match that two agree on: both have the answer, and one has the event."""

    def __init__(self) -> None:
        self.match: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._answers = 0
        self._begun = ""

    def event(self, client: Client, text: bytes) -> None:
        assert isinstance(client, SiteClient)
        event = client.event_of(text)
        if event.what == "rematched":
            self._begun = event.match
        self._agreed()

    def answered(self, client: Client) -> None:
        self._answers += 1
        self._agreed()

    def lost(self, how: str) -> None:
        if not self.match.done():
            self.match.set_exception(Lost(how))

    def _agreed(self) -> None:
        if self._begun and self._answers == 2 and not self.match.done():
            self.match.set_result(self._begun)
