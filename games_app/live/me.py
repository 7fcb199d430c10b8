"""Players' streams: what concerns them in any match, over a socket or as lines over HTTP; and the consumer.

The events are read from the database, at once when a process announces one and otherwise by a slow poll.
Nothing is read while no stream is open.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from urllib.parse import parse_qs

from msgspec import structs

from games_app.lib import clock, request_cookies
from games_app.lib.outage_log import OUT_OF_REACH
from games_app.lib.refusals import Refusal
from games_app.lists import my_events, settled_rows
from games_app.lists.my_events import Batch, ChatEntry, StreamItem
from games_app.lists.settled_rows import CURSOR_LIFETIME, SETTLING_SECONDS, Cursor, Newest, SettledRows
from games_app.live import protocol
from games_app.live.audience import Audience
from games_app.live.authentication import dismiss_ended
from games_app.live.consumers import PageConsumer
from games_app.live.db_threads import note, read, read_for_visitor
from games_app.live.hub import Hub, hub
from games_app.live.joining import TOO_MANY, UNKNOWN_PLACE, language_of
from games_app.live.room import SESSION_ENDED, Connection
from games_app.match import wire
from games_app.people import api_tokens, membership
from games_app.record.writer import RETRY_MS

POLLS_PER_BEAT = 5
"""Polls between two beats, which are 15 seconds apart."""
MOST_OF_PLAYER = 10
"""Maximum number of one player's streams in one process."""
FIRST_EVENTS = 2
"""Seq up to which an event may belong to a match that is not yet known to concern a player."""


class MyStreams(Audience):
    """The open streams of this process."""

    def __init__(self, hub: Hub) -> None:
        super().__init__("Players' events can't be read")
        self._hub = hub
        hub.listen(self._hear)
        self._open: Counter[str] = Counter()
        """Number of streams by player."""
        self._cursors: dict[Connection, Cursor] = {}
        """The streams that get what is new, each with the place of its client."""
        self._read: Cursor | None = None
        """The place of the poll; None while no stream is open."""
        self._settled = SettledRows()
        self._matches: set[str] = set()
        """Matches whose announcements concern these players."""
        self._reading = asyncio.Lock()
        self._rung = False
        self._hurrying: asyncio.Task[None] | None = None
        self._polls = 0

    def reset(self) -> None:
        self._open.clear()
        self._cursors.clear()
        self._read, self._hurrying = None, None
        self._reading = asyncio.Lock()

    def is_full_for(self, player: int) -> bool:
        """Return whether the player has as many streams as allowed; any thread may ask."""
        return self._open.get(str(player), 0) >= MOST_OF_PLAYER

    async def enter(self, stream: Connection, after: Cursor | None) -> None:
        """Send a stream what its client lacks, or nothing if it has no cursor; then what is new."""
        self.start()
        self._hub.start()
        self._open[stream.viewer] += 1
        async with self._reading:
            place = await self._advance()
        cursor = replace(after or place)
        await stream.push(protocol.encode(protocol.StreamOpened(wire.PROTOCOL, *_stamp(cursor))))
        if after:
            await _catch_up(stream, cursor, place)
        async with self._reading:
            await _catch_up(stream, cursor, await self._advance())
            self._matches |= await read(my_events.open_matches, [int(stream.viewer)])
            self._cursors[stream] = cursor

    async def leave(self, stream: Connection) -> None:
        self._cursors.pop(stream, None)
        self._open[stream.viewer] -= 1
        if self._open[stream.viewer] <= 0:
            del self._open[stream.viewer]
        if not self._open:
            self._read = None

    async def beat_once(self) -> None:
        """Send what no announcement has brought, and now and then a beat."""
        if not self._cursors:
            return
        await dismiss_ended(self._cursors)
        await self._poll()
        self._matches = await read(my_events.open_matches, self._people())
        self._polls += 1
        if self._polls % POLLS_PER_BEAT == 0:
            for stream, cursor in list(self._cursors.items()):
                await stream.push(protocol.encode(protocol.StreamBeat(*_stamp(cursor))))
            tokens = {stream.token for stream in self._cursors if stream.token is not None}
            await note(api_tokens.note_use, tokens, clock.now())

    async def dismiss_all(self, code: int) -> None:
        """Close all streams."""
        for stream in list(self._cursors):
            await stream.dismiss(code)

    def _people(self) -> set[int]:
        return {int(stream.viewer) for stream in self._cursors}

    async def _poll(self) -> Newest:
        """Send what is new; return the newest rows, which may not be settled yet."""
        async with self._reading:
            await self._advance()
            return self._settled.newest

    async def _advance(self) -> Cursor:
        """Send the entries of settled rows to all streams, and return the place after them.

        The first one of some streams waits until it knows settled rows.
        """
        if self._read is None:
            self._settled = SettledRows()
            self._matches.clear()
        while (rows := await self._observe()) is None:
            await asyncio.sleep(SETTLING_SECONDS)
        place, until = self._read, Cursor.after(rows, clock.now())
        while place and place != until and self._cursors:
            batch = await read(my_events.new_events, self._people(), place, until)
            await self._send(batch)
            place = replace(place, events=batch.last_event, chats=batch.last_chat)
        self._read = until if self._open else None
        return until

    async def _observe(self) -> Newest | None:
        self._settled.observe(await read(settled_rows.newest), time.monotonic())
        return self._settled.last

    async def _send(self, batch: Batch) -> None:
        streams = defaultdict[int, list[Connection]](list)
        for stream in self._cursors:
            streams[int(stream.viewer)].append(stream)
        for item in batch.in_order():
            self._matches.add(item.entry.match)
            for stream in streams[item.player]:
                if cursor := self._cursors.get(stream):
                    await _give(stream, cursor, item)
        for cursor in self._cursors.values():
            cursor.advance(batch.last_event, batch.last_chat)

    def _hear(self, numbers: Mapping[str, int]) -> None:
        """Poll soon if an announcement concerns a player here: of a match of theirs, or of a new one."""
        if self._cursors and any(self._concerns(key, number) for key, number in numbers.items()):
            self._rung = True
            if self._hurrying is None or self._hurrying.done():
                self._hurrying = self.spawn(self._hurry())

    def _concerns(self, key: str, number: int) -> bool:
        match, _, chat_room = key.partition("/")
        return match in self._matches or (not chat_room and number <= FIRST_EVENTS)

    async def _hurry(self) -> None:
        while self._rung:
            self._rung = False
            with suppress(*OUT_OF_REACH):  # the next beat tries again
                announced = await self._poll()
                while self._cursors and not self._settled.include(announced):
                    await asyncio.sleep(SETTLING_SECONDS)
                    await self._poll()


my_streams = MyStreams(hub)


def place_of(text: str | None, player: int) -> Cursor | Refusal | None:
    """Return the place from which a player's new stream goes on, None for the present, or why it can't."""
    if my_streams.is_full_for(player):
        return Refusal("too_many_streams", {"limit": MOST_OF_PLAYER}, retry_ms=RETRY_MS)
    if not text:
        return None
    cursor = Cursor.read(text)
    if cursor is None or not my_events.is_known(cursor, clock.now()):
        return Refusal("unknown_place", {"days": CURSOR_LIFETIME.days})
    return cursor


async def _catch_up(stream: Connection, cursor: Cursor, place: Cursor) -> None:
    """Send a stream what its client lacks up to a place."""
    while not stream.closing and (cursor.events < place.events or cursor.chats < place.chats):
        batch = await read_for_visitor(my_events.missed_events, int(stream.viewer), cursor, place)
        for item in batch.in_order():
            await _give(stream, cursor, item)
        cursor.advance(batch.last_event, batch.last_chat)


async def _give(stream: Connection, cursor: Cursor, item: StreamItem) -> None:
    """Send an entry, unless the client has it."""
    is_chat = isinstance(item.entry, ChatEntry)
    if item.key <= (cursor.chats if is_chat else cursor.events):
        return
    cursor.advance(*((0, item.key) if is_chat else (item.key, 0)))
    entry = structs.replace(item.entry, id=cursor.text(clock.now()))
    await stream.push(protocol.encode(entry))


def _stamp(cursor: Cursor) -> tuple[int, str]:
    now = clock.now()
    return clock.ms(now), cursor.text(now)


class MeConsumer(PageConsumer):
    """Consumer of a player's stream. It only listens."""

    async def _join(self) -> None:
        if not await self._identify():
            return
        player = self.player_id
        if player is None:
            await self._send_away(Refusal("nobody"), SESSION_ENDED)
            return
        if await read(membership.is_closed_to, player):
            await self._send_away(Refusal("members_only"), SESSION_ENDED)
            return
        place_text = parse_qs(self.scope["query_string"].decode("latin-1")).get("after", [""])[0]
        place = await read(place_of, place_text, player)
        if isinstance(place, Refusal):
            await self._send_away(place, TOO_MANY if place.code == "too_many_streams" else UNKNOWN_PLACE)
            return
        session = "" if self.bearer.token else request_cookies.session_key_in(self.scope["cookies"]) or ""
        self.connection = Connection(
            "",
            str(player),
            (),
            self._send,
            self._close,
            seq=0,
            language=language_of(self.scope),
            session=session,
            token=self.bearer.token,
        )
        await my_streams.enter(self.connection, place)

    async def _catch_up(self, connection: Connection, after: int) -> None:
        """Send nothing: a stream has no gaps while it is open."""

    async def _leave(self, connection: Connection) -> None:
        await my_streams.leave(connection)
