"""The open pages of clubs and of their rounds: members are called to their boards.

Their members count as present: these pages hold the same leases as the lobby.
"""

from __future__ import annotations

import secrets
from contextlib import suppress

from django.db import DatabaseError
from msgspec import Struct

from games_app.clubs.round_wall import numbers, seats
from games_app.lib import clock
from games_app.live import protocol
from games_app.live.audience import Audience
from games_app.live.db_threads import note, read
from games_app.live.room import Connection
from games_app.people import presence
from games_app.people.presence import LEASE

BEATS_PER_LEASE = 3
"""Beats between two renewals of leases: 9 s."""


class RoundNews(Struct, tag_field="kind", tag="round", frozen=True):
    """The newest round of a club, and the reader's running game in it; sent when they change."""

    number: int
    """0 before the first round."""
    match: str
    """Empty if the reader plays in no game of it."""


class RoundPages(Audience):
    """The open pages of clubs and their rounds in this process."""

    def __init__(self) -> None:
        super().__init__("Rounds of clubs can't be read")
        self._process = secrets.token_hex(6)
        self._pages: dict[Connection, str] = {}
        """Page -> the club's public id."""
        self._told: dict[Connection, RoundNews] = {}
        self._beats = 0

    def reset(self) -> None:
        self._pages.clear()
        self._told.clear()

    async def enter(self, page: Connection, club: str) -> None:
        """Send a page the newest round of its club, and then the next ones."""
        self.start()
        self._pages[page] = club
        await self._renew([page])
        await self._tell([page])

    async def leave(self, page: Connection) -> None:
        self._pages.pop(page, None)
        self._told.pop(page, None)
        if page.known and all(other.viewer != page.viewer for other in self._pages):
            with suppress(DatabaseError):  # the lease runs out by itself
                await note(presence.release_lobby, self._process, page.viewer, clock.now())

    async def beat_once(self) -> None:
        """Send what has changed, and now and then renew the leases."""
        if not self._pages:
            return
        if self._beats % BEATS_PER_LEASE == 0:
            await self._renew(list(self._pages))
        self._beats += 1
        await self._tell(list(self._pages))

    async def _renew(self, pages: list[Connection]) -> None:
        people = {page.viewer: page.silence for page in pages if page.known and page.silence < LEASE}
        if people:
            with suppress(DatabaseError):  # the next renewal tries again
                await note(presence.renew_lobby, self._process, people, clock.now())

    async def _tell(self, pages: list[Connection]) -> None:
        clubs = {self._pages[page] for page in pages}
        people = {int(page.viewer) for page in pages if page.known}
        newest = await read(numbers, clubs)
        own = await read(seats, clubs, people) if people else {}
        for page in pages:
            if (club := self._pages.get(page)) is None:
                continue
            player = int(page.viewer) if page.known else 0
            news = RoundNews(newest.get(club, 0), own.get((club, player), ""))
            if self._told.get(page) != news:
                self._told[page] = news
                await page.push(protocol.encode(news))


round_pages = RoundPages()
