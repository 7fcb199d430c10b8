"""Websocket consumers: decode client messages, submit commands to the writer, and join the hub."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs

from channels.consumer import AsyncConsumer, get_handler_name
from channels.exceptions import StopConsumer

from games_app import site_settings
from games_app.door import limits
from games_app.lib import clock, request_cookies
from games_app.lib.client_ip import address_hash
from games_app.lib.outage_log import OUT_OF_REACH
from games_app.lib.rate_limit import whole_seconds
from games_app.lib.refusals import Refusal
from games_app.lib.request_cookies import browser_key
from games_app.lists.event_log import frames_after
from games_app.live import chat, protocol
from games_app.live.audience import warned_pages
from games_app.live.authentication import Bearer, bearer_of
from games_app.live.db_threads import read, read_for_visitor
from games_app.live.hub import hub
from games_app.live.joining import (
    FOREIGN_ORIGIN,
    NO_SUCH_MATCH,
    TOO_MANY,
    Arrival,
    address_of,
    admit,
    language_of,
    open_sockets,
    origin_allowed,
    player_id_of,
)
from games_app.live.room import MATCH_CLOSED, MORE, SESSION_ENDED, Connection
from games_app.match.messages import CameBack, Say, SayPhrase
from games_app.match.visibility import may_see
from games_app.models import Match
from games_app.people import membership
from games_app.people.api_tokens import PLAY
from games_app.people.client_marks import Client
from games_app.record.commands.registry import Command
from games_app.record.results import Answer
from games_app.record.writer import RETRY_MS, writer

CATCH_UP = 50
"""Maximum number of events in one answer to ``sync``, always fewer bytes than UNSEEN_LIMIT."""
TRY_AGAIN = 1013
"""Close code: the database can't be reached now."""
HELD_SECONDS = 3.0
"""Maximum seconds that an opening socket above the rate limit is held: below Daphne's handshake timeout."""


class PageConsumer(AsyncConsumer):
    """Base of the consumers: admits and counts one socket, and decodes its messages."""

    connection: Connection | None = None
    player_id: int | None = None
    bearer = Bearer(None)
    admitted: str = ""
    """Rate limit key under which this socket is counted; empty until then."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Run Channels' receive loop without a channel layer and its two tasks per message.

        The hub sends to this connection. However the loop ends, the socket is no longer counted.
        """
        self.scope, self.base_send = scope, send
        try:
            with suppress(StopConsumer):
                while True:
                    await self.dispatch(await receive())
        except OUT_OF_REACH:
            # The client reconnects by itself. The outage log has the error, once for all sockets.
            with suppress(Exception):
                await self._close(TRY_AGAIN)
        finally:
            await self._end()
            # Each would keep the other from being freed until the garbage collector comes, which is seldom.
            self.connection = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Dispatch as Channels does, without a thread per message to close database connections."""
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
        if self.connection:
            warned_pages.enter(self.connection)

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
                if limits.REFUSED_MESSAGES.wait_ms(self.admitted):
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
            warned_pages.leave(self.connection)
            await self._leave(self.connection)

    async def _wait_to_open(self) -> int:
        """Return 0 if this address may open another socket, or the milliseconds to wait.

        In the second case it returns after a delay. Without it, clients would retry at once.
        """
        if not limits.SOCKETS_OPENED.wait_ms(self.admitted):
            return 0
        await asyncio.sleep(random.uniform(HELD_SECONDS / 2, HELD_SECONDS))
        wait = limits.SOCKETS_OPENED.wait_ms(self.admitted)
        return max(wait, RETRY_MS) if wait else 0

    def _wait_ms(self, connection: Connection) -> int:
        """Count one message for the socket, then its player or address; return 0 or the milliseconds to wait.

        Players are counted apart from watchers at the same address, who can't use up the players' limit.
        """
        if wait := connection.bucket.wait_ms():
            return wait
        if not connection.roles:
            return limits.UNSEATED_MESSAGES.wait_ms(self.admitted)
        of_player = limits.PLAYER_MESSAGES.wait_ms(connection.viewer)
        return of_player or limits.SEATED_MESSAGES.wait_ms(self.admitted)

    async def _turn_away(self, refusal: Refusal) -> None:
        await self.base_send({"type": "websocket.accept"})
        await self._send_away(refusal, TOO_MANY)

    async def _join(self) -> None:
        """Create ``connection`` and send its first message."""
        raise NotImplementedError

    async def _identify(self) -> bool:
        """Set ``bearer`` and ``player_id``; return False if the client's token was refused.

        A client with a token is nobody else: its cookies don't count.
        """
        bearer = await bearer_of(self.scope)
        if isinstance(bearer, Refusal):
            await self._send_away(bearer, SESSION_ENDED)
            return False
        self.bearer, self.player_id = bearer, bearer.player_id
        if bearer.token is not None:
            self.scope = {**self.scope, "cookies": {}}
        return True

    async def _send_away(self, refusal: Refusal, code: int) -> None:
        """Refuse a socket that has been accepted, and close it."""
        await self._refuse(refusal)
        await self._close(code)

    async def _listen(self) -> Connection | None:
        """Create the connection of a page that only listens. Closed sites have none for strangers."""
        self.player_id = await player_id_of(self.scope["cookies"])
        if site_settings.current().closed and await read(membership.is_closed_to, self.player_id):
            await self._close(NO_SUCH_MATCH)
            return None
        key, language = viewer_key(self.player_id, self.admitted), language_of(self.scope)
        session = request_cookies.session_key_in(self.scope["cookies"]) or ""
        self.connection = Connection(
            "", key, (), self._send, self._close, seq=0, language=language, session=session
        )
        return self.connection

    async def _hear(
        self, connection: Connection, message: protocol.ClientMessage, received: datetime
    ) -> None:
        """Process a message of the client: of a page that only listens, what it has seen or lacks."""
        match message:
            case protocol.Seen():
                connection.unseen = 0
                connection.hidden = message.hidden
            case protocol.Sync(after):
                connection.unseen = 0
                await self._catch_up(connection, after)
            case _:
                raise protocol.Malformed(Refusal("not_seated"), getattr(message, "cmd", None))

    async def _catch_up(self, connection: Connection, after: int) -> None:
        """Send the client what it lacks; ``after`` is the last event it has."""
        raise NotImplementedError

    async def _leave(self, connection: Connection) -> None:
        raise NotImplementedError

    async def _refuse(self, refusal: Refusal, cmd: str | None = None) -> None:
        seq = self.connection.seq if self.connection else None
        text = protocol.answer(Answer("", cmd, 0, refusal=refusal), seq or 0, language_of(self.scope))
        await (self.connection.push(text) if self.connection else self._send(text))

    async def _send(self, text: str, *, more: bool = False) -> None:
        await self.base_send({"type": "websocket.send", "text": text, MORE: more})

    async def _close(self, code: int) -> None:
        await self.base_send({"type": "websocket.close", "code": code})


class MatchConsumer(PageConsumer):
    """Consumer of one connection to one match."""

    async def _join(self) -> None:
        match = self.scope["url_route"]["kwargs"]["match"]
        if not await self._identify():
            return
        key = viewer_key(self.player_id, self.admitted)
        language = language_of(self.scope)
        session, network = (
            request_cookies.session_key_in(self.scope["cookies"]) or "",
            address_hash(self.admitted),
        )
        self.connection = connection = Connection(
            match, key, (), self._send, self._close, language=language, session=session, network=network
        )
        connection.token, connection.counted = self.bearer.token, self.bearer.may_act
        await hub.enter(connection)
        admission = await admit(Arrival(match, self.player_id, _after(self.scope)))
        if isinstance(admission, int):
            await hub.leave(connection)
            await self._close(admission)
            return
        connection.roles, connection.brought = admission.roles, admission.brought
        connection.name = admission.name
        if admission.roles and admission.is_rated and self.bearer.may_act:
            connection.client = Client(self.admitted, browser_key(self.scope["cookies"]))
        # While a match waits for its players, its pages don't say yet who will be one.
        connection.chats = "chat" in _query(self.scope) and admission.talk != "off"
        connection.review = 0 if "review" in _query(self.scope) else None
        if room := hub.opened(match):
            room.learn(admission.talk, over=admission.over, chat=admission.chat)
            room.learn_nearby(admission.nearby, admission.seq)
        connection.computers = admission.computers
        await hub.welcome(connection, admission.snapshot, admission.seq)
        for role in admission.awaited if self.bearer.may_act else ():
            back = Command(CameBack(role), match, None, from_server=True, at=clock.now())
            writer.submit(back)

    async def _hear(
        self, connection: Connection, message: protocol.ClientMessage, received: datetime
    ) -> None:
        match message:
            case protocol.Sync() | protocol.Seen():
                await super()._hear(connection, message, received)
            case protocol.ReadChat():
                await self._read_chat(connection, message)
            case _ if not self.bearer.may_act:
                await self._refuse(Refusal("out_of_scope", {"scope": PLAY}), message.cmd)
            case Say() | SayPhrase():
                await self._submit_chat(connection, message, received)
            case _:
                self._submit(connection, message, received)

    async def _leave(self, connection: Connection) -> None:
        await hub.leave(connection)

    def _submit(self, connection: Connection, request: protocol.CommandMessage, received: datetime) -> None:
        command = Command(
            request,
            connection.match,
            self.player_id,
            at=received,
            client=Client(self.admitted),
            by_token=self.bearer.token is not None,
        )
        writer.submit(command, sender=connection, first=bool(connection.roles))

    async def _read_chat(self, connection: Connection, request: protocol.ReadChat) -> None:
        room = hub.opened(connection.match)
        page = await chat.page(room, connection, request) if room else None
        if page:
            await connection.push(protocol.encode(page))
        else:
            await self._refuse(Refusal("chat_closed"))

    async def _submit_chat(
        self, connection: Connection, message: Say | SayPhrase, received: datetime
    ) -> None:
        """Submit a chat message. It waits behind all actions."""
        if connection.known and message.room not in connection.chat:
            await self._refuse(Refusal("chat_closed"), message.cmd)
        elif wait := limits.CHAT_MESSAGES.wait_ms(self.admitted):
            await self._refuse(Refusal("chat_too_fast", {"seconds": whole_seconds(wait)}), message.cmd)
        else:
            client = Client(self.admitted)
            command = Command(message, connection.match, self.player_id, at=received, client=client)
            writer.submit(command, sender=connection, first=False)

    async def _catch_up(self, connection: Connection, after: int) -> None:
        reading = read if connection.roles else read_for_visitor
        frames = await reading(frames_after, connection.match, after, CATCH_UP)
        # Checked last: events read before the match was closed to watchers were visible to them.
        if connection.watches_only and not await reading(_is_open, connection.match):
            await connection.dismiss(MATCH_CLOSED)
            return
        seq = frames[-1][0] if frames else after
        await connection.push(protocol.events([frame for _, frame in frames], seq))


def _after(scope: dict[str, Any]) -> int | None:
    """Return the seq of the client's last event from the query string (?after=12), or None."""
    text = _query(scope).get("after", [""])[0]
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _query(scope: dict[str, Any]) -> dict[str, list[str]]:
    return parse_qs(scope["query_string"].decode("latin-1"))


def viewer_key(player_id: int | None, address: str) -> str:
    """Return the key under which a player's tabs, or unknown visitors from one network, count as one watcher.

    Clients can't choose it, or they could pose as many watchers or as another player. It is stored in the
    database for other processes, so it is a hash: the database holds no addresses.
    """
    return str(player_id) if player_id is not None else f"~{address_hash(address)}"


def _is_open(public_id: str) -> bool:
    """Return whether spectators may see the match."""
    return may_see(Match.objects.get(public_id=public_id), None)
