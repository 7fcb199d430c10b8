"""The lobby and the pages of friends beside it, and their consumer."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from urllib.parse import parse_qs

from django.db import DatabaseError
from django.utils.translation import override

from games_app.lib import clock, request_cookies
from games_app.lib.clock import ms
from games_app.lists import offers
from games_app.lists.contacts import Contacts, Friend, contacts_of
from games_app.lists.offers import OpenOffer
from games_app.live import protocol
from games_app.live.audience import Audience, push, push_translated
from games_app.live.authentication import dismiss_ended
from games_app.live.consumers import PageConsumer
from games_app.live.db_threads import note, read
from games_app.live.room import Connection
from games_app.match import wire
from games_app.models import Player
from games_app.people import friends, presence
from games_app.people.faces import face_of_player
from games_app.people.presence import LEASE

POLL_SECONDS = 1.0

POLLS_PER_BEAT, POLLS_PER_LEASE = 3, 9
"""Polls of the offers between two beats, and between two renewals of leases."""


class ContactPages:
    """The pages of friends in this process, in the event loop and the beat of the lobby."""

    def __init__(self) -> None:
        self._told: dict[Connection, str] = {}
        """Page -> the last message that it got."""

    def reset(self) -> None:
        self._told.clear()

    async def enter(self, page: Connection) -> None:
        """Send a player's page its contacts."""
        self._told[page] = ""
        await self._tell([page])

    def leave(self, page: Connection) -> None:
        self._told.pop(page, None)

    async def tell(self) -> None:
        """Send each page its contacts if they have changed; close those of devices that were signed out."""
        if not self._told:
            return
        await dismiss_ended(self._told)
        for page in [page for page in self._told if page.closing]:
            self.leave(page)
        await self._tell(list(self._told))

    async def _tell(self, pages: Collection[Connection]) -> None:
        contacts = await read(contacts_of, {int(page.viewer) for page in pages}, clock.now())
        for page in pages:
            with override(page.language):
                text = protocol.encode(_message(contacts[int(page.viewer)]))
            if self._told.get(page, text) != text:
                self._told[page] = text
                await page.push(text)


def _message(contacts: Contacts) -> protocol.Contacts:
    return protocol.Contacts(
        [_friend(friend) for friend in contacts.friends],
        [_person(player) for player in contacts.asking],
        [_person(player) for player in contacts.asked],
        [
            protocol.Invited(
                invitation.match.public_id,
                str(invitation.game.name),
                invitation.variant,
                invitation.name,
                invitation.maker.public_id,
                face_of_player(invitation.maker),
                clock.ms(invitation.until),
            )
            for invitation in contacts.invitations
        ],
    )


def _friend(friend: Friend) -> protocol.Friend:
    player = friend.player
    return protocol.Friend(player.public_id, player.name, face_of_player(player), friend.here)


def _person(player: Player) -> protocol.Person:
    return protocol.Person(player.public_id, player.name, face_of_player(player))


class LobbyPages(Audience):
    """The pages of the lobby, for which the offers are polled, and the pages of friends.

    The people with any of these pages are here, and so they get leases.
    """

    def __init__(self) -> None:
        super().__init__("The lobby can't be read")
        self._process = secrets.token_hex(6)
        self._pages: set[Connection] = set()
        self._without: dict[Connection, frozenset[int]] = {}
        """Page -> the makers whose offers it doesn't get; a page of friends gets none and isn't in it."""
        self._contacts = ContactPages()
        self._newcomers: set[str] = set()
        self._offers: list[OpenOffer] = []
        self._people = 0
        self._polls = 0
        self._entering = asyncio.Lock()

    @property
    def seconds(self) -> float:
        return POLL_SECONDS

    def reset(self) -> None:
        self._pages.clear()
        self._without.clear()
        self._contacts.reset()
        self._entering = asyncio.Lock()

    async def enter(self, page: Connection, without: frozenset[int] = frozenset()) -> None:
        """Send the offers to a page, and then the changes, ``without`` those of these makers."""
        await self._add(page, without)
        await self.tell([page])

    async def enter_friends(self, page: Connection) -> None:
        """Send a player's page of friends its contacts, and then their changes."""
        await self._add(page, None)
        await self._contacts.enter(page)

    async def _add(self, page: Connection, without: frozenset[int] | None) -> None:
        self.start()
        async with self._entering:  # all wait for what the first of them reads
            self._pages.add(page)
            if without is not None:
                self._without[page] = without
            self._newcomers.add(page.viewer)
            if len(self._pages) == 1:
                self._polls = 0
                await self._read()

    async def leave(self, page: Connection) -> None:
        self._pages.discard(page)
        self._without.pop(page, None)
        self._contacts.leave(page)
        if all(other.viewer != page.viewer for other in self._pages):
            with suppress(DatabaseError):  # the lease runs out by itself
                await note(presence.release_lobby, self._process, page.viewer, clock.now())

    async def tell(self, pages: Iterable[Connection]) -> None:
        """Send the offers to these pages, encoded once for all that get the same."""
        makers = {offer.maker.pk for offer in self._offers}
        readers = defaultdict(list)
        for page in pages:
            if (without := self._without.get(page)) is not None:
                readers[without & makers].append(page)
        for without, same in readers.items():
            await push_translated(same, partial(self._text, without))

    async def beat_once(self) -> None:
        """Send what has changed since the last poll, and now and then a beat."""
        if not self._pages:
            return
        before = _shown(self._offers)
        await self._read()
        if _shown(self._offers) != before:
            await self.tell(list(self._pages))
        if self._polls % POLLS_PER_BEAT == 0:
            await push(self._pages, protocol.encode(protocol.LobbyBeat(ms(clock.now()), self._people)))
            await self._contacts.tell()
        self._polls += 1

    async def _read(self) -> None:
        now = clock.now()
        await self._renew_leases()
        self._offers = await read(offers.waiting, now)
        if self._polls % POLLS_PER_BEAT == 0 or not self._people:
            self._people = await read(presence.people_here, now)

    async def _renew_leases(self) -> None:
        """Renew the leases of all pages, or take those of newcomers."""
        everybody = self._polls % POLLS_PER_LEASE == 0
        people: dict[str, timedelta] = {}
        for page in self._pages:
            if page.silence < LEASE and (everybody or page.viewer in self._newcomers):
                people[page.viewer] = min(page.silence, people.get(page.viewer, LEASE))
        if people:
            with suppress(DatabaseError):  # the next renewal tries again
                await note(presence.renew_lobby, self._process, people, clock.now())
        self._newcomers.clear()

    def _text(self, without: frozenset[int]) -> str:
        shown = [
            protocol.Offered(
                offer.match.public_id,
                offer.match.game,
                offer.game.name,
                offer.variant,
                offer.name,
                offer.maker.public_id,
                face_of_player(offer.maker),
                ms(offer.match.created_at),
                offer.rating,
                offer.pace,
                offer.bounds,
            )
            for offer in self._offers
            if offer.maker.pk not in without
        ]
        return protocol.encode(protocol.Lobby(wire.PROTOCOL, ms(clock.now()), self._people, shown))


def _shown(waiting: list[OpenOffer]) -> list[tuple[str, str, str]]:
    """Return the data whose changes pages get."""
    return [(offer.match.public_id, offer.name, offer.rating) for offer in waiting]


lobby_pages = LobbyPages()


class LobbyConsumer(PageConsumer):
    """Consumer of one page of the lobby, or with ``?friends`` of a page of friends.

    It only listens: offers are made and taken by forms.
    """

    async def _join(self) -> None:
        if connection := await self._listen():
            player_id = self.player_id
            query = parse_qs(self.scope["query_string"].decode("latin-1"), keep_blank_values=True)
            if "friends" in query and player_id is not None:
                connection.session = request_cookies.session_key_in(self.scope["cookies"]) or ""
                await lobby_pages.enter_friends(connection)
                return
            without = (
                frozenset[int]() if player_id is None else await read(friends.blocked_or_blocking, player_id)
            )
            await lobby_pages.enter(connection, without)

    async def _catch_up(self, connection: Connection, after: int) -> None:
        await lobby_pages.tell([connection])

    async def _leave(self, connection: Connection) -> None:
        await lobby_pages.leave(connection)
