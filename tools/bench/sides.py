"""Sides that the benches compare: this site, another checkout of it, the peer."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from games_app.games.rules import get_game
from tests.faults.visitor import Visitor
from tests.played import begin
from tests.site import PROXIES
from tests.web_server import DATABASE, ROOT, Server
from tools.bench import record
from tools.bench.clients import Accepted, Client, Listener, SiteClient, Ticket
from tools.bench.websocket import Lost

OPENED_AT_ONCE = 50
UNLIMITED = PROXIES | {"RATE_LIMITS": "0"}
"""Settings without rate limits, because all clients share a machine."""
OPTIONS = {"congkak": {"rounds": "match", "sowing": "auto", "opening": "south"}}
"""Options of the matches.

The first role is fixed: a secret choice of both is no single action. A match of congkak outlasts its
measurement, so that its figures are those of actions alone; mancala shows what rematches cost.
"""


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

    async def open(self, ticket: Ticket, listener: Listener) -> Client:
        """Open a page, and return when it has its snapshot. Raises Lost."""
        client = self.client(ticket, listener)
        await client.open(self.address)
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
    """This site, or with ``root`` another checkout of it."""

    def __init__(self, data: Path, name: str = "site", root: Path = ROOT) -> None:
        self.name = name
        self.server = Server(data, UNLIMITED, root=root)
        self.accepted: list[Accepted] = []

    def client(self, ticket: Ticket, listener: Listener) -> SiteClient:
        return SiteClient(ticket, listener, self.accepted)

    def tables(self, number: int, game: str) -> list[list[Ticket]]:
        matches = [begin(self.server.url, game, **OPTIONS.get(game, {})) for _ in range(number)]
        roles = get_game(game).roles
        return [[Ticket(match.id, role, headers(match.on(role))) for role in roles] for match in matches]

    def watchers(self, match: str, number: int) -> list[Ticket]:
        return [Ticket(match, "", headers(Visitor(self.server.url))) for _ in range(number)]

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
        record.check(self.server, self.stored(), self.accepted)

    def stored(self) -> list[tuple[Any, ...]]:
        """Return the actions in the record."""
        with contextlib.closing(sqlite3.connect(self.server.data / DATABASE)) as connection:
            return connection.execute(record.STORED).fetchall()


def headers(visitor: Visitor) -> dict[str, str]:
    """Return the headers of a visitor's requests."""
    host = visitor.url.removeprefix("http://")
    own = {"X-Forwarded-For": visitor.address, **visitor.cookie_header()}
    return {"Host": host, "Origin": visitor.url, **own}


async def open_all(side: Side, tickets: Sequence[Ticket], listener: Listener) -> list[Client]:
    """Open these pages, some at once."""
    clients: list[Client] = []
    for number in range(0, len(tickets), OPENED_AT_ONCE):
        some = tickets[number : number + OPENED_AT_ONCE]
        clients += await asyncio.gather(*(side.open(ticket, listener) for ticket in some))
    return clients


class Rematch:
    """Listener for the match that two agree on: both pages have its event, and their answers before."""

    def __init__(self) -> None:
        self.match: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._told = 0

    def event(self, client: Client, text: bytes) -> None:
        assert isinstance(client, SiteClient)
        event = client.event_of(text)
        self._told += event.what == "rematched"
        if self._told == 2 and not self.match.done():
            self.match.set_result(event.match)

    def answered(self, client: Client) -> None: ...

    def lost(self, how: str) -> None:
        if not self.match.done():
            self.match.set_exception(Lost(how))
