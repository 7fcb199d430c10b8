"""The lobby: its pages, and their consumer."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError
from django.utils.translation import override

from games_app.lib import clock
from games_app.lib.clock import ms
from games_app.lib.outage_log import OutageLog, repeat
from games_app.lib.refusals import Refusal
from games_app.live import protocol
from games_app.live.consumers import PageConsumer, person_key
from games_app.live.db_threads import note, read
from games_app.live.joining import NO_SUCH_MATCH, language_of, person_of
from games_app.live.room import Connection
from games_app.services.people import blocks, membership, presence
from games_app.services.people.presence import LEASE
from games_app.services.queries import offers
from games_app.services.queries.offers import Offer
from games_app.services.state import wire

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0

BEAT_LOOKS, LEASE_LOOKS = 3, 9
"""Number of checks of the offers between two beats, and between two renewals of leases."""


class LobbyPages:
    """The pages of the lobby in this process, in the event loop of the first of them."""

    def __init__(self) -> None:
        self._process = secrets.token_hex(6)
        self._pages: set[Connection] = set()
        self._without: dict[Connection, frozenset[int]] = {}
        """Page -> the makers whose offers it doesn't get."""
        self._newcomers: set[str] = set()
        self._offers: list[Offer] = []
        self._people = 0
        self._looks = 0
        self._looking: asyncio.Task[None] | None = None
        self._entering = asyncio.Lock()
        self._log = OutageLog(log, "The lobby can't be read")

    async def enter(self, page: Connection, without: frozenset[int] = frozenset()) -> None:
        """Send the offers to a page, and then the changes, ``without`` those of these makers."""
        loop = asyncio.get_running_loop()
        if self._looking is None or self._looking.done() or self._looking.get_loop() is not loop:
            self._pages.clear()
            self._entering = asyncio.Lock()
            self._looking = loop.create_task(repeat(self.look_once, LOOK_SECONDS, self._log))
        async with self._entering:  # all wait for what the first of them reads
            self._pages.add(page)
            self._without[page] = without
            self._newcomers.add(page.person)
            if len(self._pages) == 1:
                self._looks = 0
                await self._read()
        await self.tell([page])

    async def leave(self, page: Connection) -> None:
        self._pages.discard(page)
        self._without.pop(page, None)
        if all(one.person != page.person for one in self._pages):
            with suppress(DatabaseError):  # the lease runs out by itself
                await note(presence.release_lobby, self._process, page.person, clock.now())

    async def tell(self, pages: Iterable[Connection]) -> None:
        """Send the offers to these pages, encoded once for all that get the same."""
        makers = {one.maker.pk for one in self._offers}
        reading = defaultdict(list)
        for page in pages:
            reading[page.language, self._without.get(page, frozenset()) & makers].append(page)
        for (language, without), same in reading.items():
            with override(language):
                text = self._text(without)
            await _push(same, text)

    async def look_once(self) -> None:
        """Send the changes since the last check, and now and then a beat."""
        if not self._pages:
            return
        before = _shown(self._offers)
        await self._read()
        if _shown(self._offers) != before:
            await self.tell(list(self._pages))
        if self._looks % BEAT_LOOKS == 0:
            await _push(self._pages, protocol.encode(protocol.LobbyBeat(ms(clock.now()), self._people)))
        self._looks += 1

    async def _read(self) -> None:
        now = clock.now()
        await self._renew_leases()
        self._offers = await read(offers.waiting, now)
        if self._looks % BEAT_LOOKS == 0 or not self._people:
            self._people = await read(presence.people_here, now)

    async def _renew_leases(self) -> None:
        """Renew the leases of all pages, or take those of newcomers."""
        everybody = self._looks % LEASE_LOOKS == 0
        people: dict[str, timedelta] = {}
        for page in self._pages:
            if page.silence < LEASE and (everybody or page.person in self._newcomers):
                people[page.person] = min(page.silence, people.get(page.person, LEASE))
        if people:
            with suppress(DatabaseError):  # the next renewal tries again
                await note(presence.renew_lobby, self._process, people, clock.now())
        self._newcomers.clear()

    def _text(self, without: frozenset[int]) -> str:
        shown = [
            protocol.Offered(
                one.match.public_id,
                one.match.game,
                one.game.name,
                one.variant,
                one.name,
                one.maker.public_id,
                ms(one.match.created_at),
                one.rating,
                one.pace,
                one.bounds,
            )
            for one in self._offers
            if one.maker.pk not in without
        ]
        return protocol.encode(protocol.Lobby(wire.PROTOCOL, ms(clock.now()), self._people, shown))


def _shown(waiting: list[Offer]) -> list[tuple[str, str, str]]:
    """Return the data whose changes pages get."""
    return [(one.match.public_id, one.name, one.rating) for one in waiting]


async def _push(pages: Iterable[Connection], text: str) -> None:
    for page in list(pages):
        await page.push(text)


lobby_pages = LobbyPages()


class LobbyConsumer(PageConsumer):
    """Consumer of one page of the lobby, which only listens: offers are made and taken by forms."""

    async def _join(self) -> None:
        self.person = await person_of(self.scope["cookies"])
        if settings.CLOSED and await read(membership.is_closed_to, self.person):
            await self._close(NO_SUCH_MATCH)
            return
        key, language = person_key(self.person, self.admitted), language_of(self.scope)
        self.connection = Connection("", key, (), self._send, self._close, seq=0, language=language)
        without = (
            frozenset[int]() if self.person is None else await read(blocks.blocked_or_blocking, self.person)
        )
        await lobby_pages.enter(self.connection, without)

    async def _hear(self, connection: Connection, said: protocol.ClientMessage, received: datetime) -> None:
        match said:
            case protocol.Seen():
                connection.unseen = 0
            case protocol.Sync():
                connection.unseen = 0
                await lobby_pages.tell([connection])
            case _:
                raise protocol.Malformed(Refusal("not_seated"), getattr(said, "cmd", None))

    async def _leave(self, connection: Connection) -> None:
        await lobby_pages.leave(connection)
