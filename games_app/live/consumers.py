"""One page's socket: reads what the client sends, hands commands to the writer, and is fed by the hub."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import msgspec
from channels.consumer import AsyncConsumer, get_handler_name
from channels.exceptions import StopConsumer
from django.utils.crypto import salted_hmac

from games_app.lib import clock, session_cookie
from games_app.lib.outage_log import OUT_OF_REACH
from games_app.lib.refusals import Refusal
from games_app.live import daphne_sockets, protocol, socket_limits
from games_app.live.db_threads import read, read_for_visitor
from games_app.live.handshake import FOREIGN_ORIGIN, TOO_MANY, address_of, open_sockets, origin_allowed
from games_app.live.hub import hub
from games_app.live.outbox import Outbox, TakesNothing
from games_app.live.room import CLOSED, Connection
from games_app.models import Match, Player
from games_app.services.commands.messages import CameBack
from games_app.services.commands.registry import Command
from games_app.services.people import players
from games_app.services.queries.event_log import PAGE, frames_after
from games_app.services.state.match_state import load
from games_app.services.state.visible import may_see, snapshot
from games_app.store.batch import Answer
from games_app.store.writer import RETRY_MS, writer

CATCH_UP = 50
"""Events in one answer to ``sync``: together always fewer bytes than a page may leave unseen."""
TRY_AGAIN = 1013
"""Close code: the record can't be reached now."""
CLOSING_SECONDS = 5.0
"""That a page which takes nothing out of its socket may hold this up."""
NO_SUCH_MATCH = 4404
"""Close code: the address names no match."""
HELD_SECONDS = 3.0
"""For so long at most a socket waits that an address may not open yet: less than servers wait for accept."""


class PageConsumer(AsyncConsumer):
    """Serves one socket of one page: lets it in, counts it, and reads what it says."""

    connection: Connection | None = None
    person: int | None = None
    admitted: str = ""
    """The address that this socket is counted for, once it is."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Channels' own loop, without a channel layer and the two tasks a message that one takes: the hub
        feeds this connection.

        However it ends, also by a database that is gone, the page is counted no more.
        """
        outbox = None if daphne_sockets.in_use() else Outbox(send)
        self.scope, self.base_send = scope, outbox.put if outbox else send
        try:
            with suppress(StopConsumer, TakesNothing):
                while True:
                    await self.dispatch(await receive())
        except OUT_OF_REACH:
            # The page comes back by itself. What is wrong stands in the log, once for all of them.
            with suppress(Exception):
                async with asyncio.timeout(CLOSING_SECONDS):
                    await send({"type": "websocket.close", "code": TRY_AGAIN})
        finally:
            await self._end()
            if outbox:
                if self.connection and self.connection.closing:
                    await outbox.drain(CLOSING_SECONDS)
                outbox.end()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Channels' own, less its hop to a thread at every message: this opens no database connection."""
        await getattr(self, get_handler_name(message))(message)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        if not origin_allowed(self.scope):
            await self._close(FOREIGN_ORIGIN)
            return
        address = address_of(self.scope)
        if not open_sockets.admit(address):
            await self._turn_away(Refusal("too_many_pages", retry_ms=RETRY_MS))
            return
        self.admitted = address
        if wait := await self._wait_to_open():
            await self._turn_away(Refusal("too_fast", {"seconds": wait / 1000}, retry_ms=wait))
            return
        await self.base_send({"type": "websocket.accept"})
        await self._join()

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        connection = self.connection
        if connection is None:
            return
        if connection.closing:
            raise StopConsumer
        text, received = message.get("text"), clock.now()
        connection.heard()
        try:
            if wait := self._wait_ms(connection):
                if socket_limits.REFUSING.wait_ms(self.admitted):
                    await connection.dismiss(TOO_MANY)
                    return
                raise protocol.too_fast(text, wait)
            await self._hear(connection, protocol.decode(text), received)
        except protocol.Malformed as error:
            await self._refuse(error.refusal, error.cmd)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        raise StopConsumer

    async def _end(self) -> None:
        if self.admitted:
            open_sockets.release(self.admitted)
        if self.connection:
            await self._leave(self.connection)

    async def _wait_to_open(self) -> int:
        """0 once this address may open another socket; or how long it must wait, after some time.

        An answer at once would only be asked for again at once.
        """
        if not socket_limits.OPENING.wait_ms(self.admitted):
            return 0
        await asyncio.sleep(random.uniform(HELD_SECONDS / 2, HELD_SECONDS))
        wait = socket_limits.OPENING.wait_ms(self.admitted)
        return max(wait, RETRY_MS) if wait else 0

    def _wait_ms(self, connection: Connection) -> int:
        """0, and one message counted: for the socket, then for whoever has it; or how long to wait.

        Players are counted apart from those who look on at the same address, so that these can't use up what
        is theirs.
        """
        if wait := connection.bucket.wait_ms():
            return wait
        if not connection.roles:
            return socket_limits.UNSEATED.wait_ms(self.admitted)
        return socket_limits.PERSON.wait_ms(connection.person) or socket_limits.SEATED.wait_ms(self.admitted)

    async def _turn_away(self, refusal: Refusal) -> None:
        await self.base_send({"type": "websocket.accept"})
        await self._refuse(refusal)
        await self._close(TOO_MANY)

    async def _join(self) -> None:
        """Make the ``connection`` and show it what it came for."""
        raise NotImplementedError

    async def _hear(self, connection: Connection, said: protocol.ClientMessage, received: datetime) -> None:
        raise NotImplementedError

    async def _leave(self, connection: Connection) -> None:
        raise NotImplementedError

    async def _refuse(self, refusal: Refusal, cmd: str | None = None) -> None:
        seq = self.connection.seq if self.connection else None
        text = protocol.answer(Answer("", cmd, 0, refusal=refusal), seq or 0)
        await (self.connection.push(text) if self.connection else self._send(text))

    async def _send(self, text: str) -> None:
        await self.base_send({"type": "websocket.send", "text": text})

    async def _close(self, code: int) -> None:
        await self.base_send({"type": "websocket.close", "code": code})


class MatchConsumer(PageConsumer):
    """Serves one connection to one match."""

    async def _join(self) -> None:
        match = self.scope["url_route"]["kwargs"]["match"]
        cookies = self.scope["cookies"]
        known = session_cookie.key_in(cookies)
        self.person = await read(_person_of, cookies) if known else None
        key = _counted_as(self.person, self.admitted)
        self.connection = connection = Connection(match, key, (), self._send, self._close)
        await hub.enter(connection)
        reading = read_for_visitor if self.person is None else read
        found = await reading(_snapshot_for, match, self.person, _after(self.scope))
        if isinstance(found, int):
            await hub.leave(connection)
            await self._close(found)
            return
        connection.roles, connection.brought, connection.name = found.roles, found.brought, found.name
        await hub.welcome(connection, found.snapshot, found.seq)
        for role in found.awaited:
            back = Command(CameBack(role), match, None, from_server=True, at=clock.now())
            writer.submit(back, lambda _: None)

    async def _hear(self, connection: Connection, said: protocol.ClientMessage, received: datetime) -> None:
        match said:
            case protocol.Sync(after):
                connection.unseen = 0
                await self._catch_up(connection, after)
            case protocol.Seen():
                connection.unseen = 0
            case _:
                self._submit(connection, said, received)

    async def _leave(self, connection: Connection) -> None:
        await hub.leave(connection)

    def _submit(self, connection: Connection, request: protocol.CommandMessage, received: datetime) -> None:
        command = Command(request, connection.match, self.person, at=received)
        writer.submit(command, lambda answer: hub.answer(connection, answer), first=bool(connection.roles))

    async def _catch_up(self, connection: Connection, after: int) -> None:
        reading = read if connection.roles else read_for_visitor
        frames = await reading(frames_after, connection.match, after, CATCH_UP)
        # Asked last: what was read before the match was closed to watchers was theirs to see.
        if connection.watches_only and not await reading(_is_open, connection.match):
            await connection.dismiss(CLOSED)
            return
        seq = frames[-1][0] if frames else after
        await connection.push(protocol.events([frame for _, frame in frames], seq))


def _after(scope: dict[str, Any]) -> int | None:
    """The last event that the page has, if it says so: ?after=12."""
    given = parse_qs(scope["query_string"].decode("latin-1")).get("after", [""])[0]
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 10 else None


def _counted_as(person: int | None, address: str) -> str:
    """Key under which the tabs of one person, or of unknown visitors from one network, are counted once.

    No browser can choose it: it could be many, or choose what stands for somebody else. Other processes read
    it in the database, which holds no addresses.
    """
    if person is not None:
        return str(person)
    return f"~{salted_hmac('watchers', address, algorithm='sha256').hexdigest()[:32]}"


def _person_of(cookies: Mapping[str, str]) -> int | None:
    return players.known(session_cookie.session_of(cookies))


class Found(NamedTuple):
    """What somebody who opens a match is told and is."""

    snapshot: str
    seq: int
    """At which the snapshot was taken."""
    roles: tuple[str, ...]
    brought: bool
    """Did the person make the match, or bring it here?"""
    awaited: list[str]
    """Those of the roles that count as away."""
    name: str
    """Under which others see the person."""


def _is_open(public_id: str) -> bool:
    """May somebody without a seat see the match?"""
    return may_see(Match.objects.get(public_id=public_id), None)


def _snapshot_for(public_id: str, person: int | None, after: int | None) -> Found | int:
    """What a page begins with, or the close code for somebody who is not let in."""
    match = load([public_id]).get(public_id)
    if match is None:
        return NO_SUCH_MATCH
    if not may_see(match.row, person):
        return CLOSED
    frames = []
    if after is not None and 0 < match.row.seq - after <= PAGE:
        frames = [
            msgspec.Raw(text.encode()) for seq, text in frames_after(public_id, after) if seq <= match.row.seq
        ]
    roles = match.roles_of(person)
    text = protocol.encode(snapshot(match, roles, frames, clock.now()))
    awaited = [role for role in roles if role in match.pending.gone]
    known = Player.objects.filter(pk=person) if person else Player.objects.none()
    name = known.values_list("name", flat=True).first() or ""
    brought = person is not None and person == match.row.maker_id
    return Found(text, match.row.seq, roles, brought, awaited, name)
