"""Players' streams: what concerns them in any match, over a socket or as lines over HTTP; and the consumer.

The events are read from the database, at once when a process announces one and otherwise by a slow poll.
Nothing is read while no stream is open.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict, deque
from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import parse_qs

from msgspec import structs

from games_app.lib import clock, request_cookies
from games_app.lib.outage_log import OUT_OF_REACH
from games_app.lib.refusals import Refusal
from games_app.lists import my_events
from games_app.lists.my_events import LATE_COMMIT, Batch, ChatEntry, Found
from games_app.lists.stream_cursor import KEPT, Cursor, Progress
from games_app.live import protocol
from games_app.live.audience import Audience
from games_app.live.authentication import dismiss_ended
from games_app.live.consumers import PageConsumer
from games_app.live.db_threads import read, read_for_visitor
from games_app.live.hub import Hub, hub
from games_app.live.joining import TOO_MANY, UNKNOWN_PLACE, language_of
from games_app.live.room import SESSION_ENDED, Connection
from games_app.match import wire
from games_app.people import membership
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
        self._marks: deque[tuple[float, int, int]] = deque()
        """The newest rows at earlier polls, by the monotonic clock."""
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
            place = await self._begin()
            cursor = after or await _present(int(stream.viewer), place)
        await stream.push(protocol.encode(protocol.StreamOpened(wire.PROTOCOL, *_stamp(cursor))))
        if after:
            await self._catch_up(stream, cursor, place)
        async with self._reading:
            await self._catch_up(stream, cursor, place)
            cursor.settle(place)
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
        self._marks.append((time.monotonic(), *await read(my_events.newest)))
        await self._poll(settles=True)
        self._matches = await read(my_events.open_matches, self._people())
        self._polls += 1
        if self._polls % POLLS_PER_BEAT == 0:
            for stream, cursor in list(self._cursors.items()):
                await stream.push(protocol.encode(protocol.StreamBeat(*_stamp(cursor))))

    async def dismiss_all(self, code: int) -> None:
        """Close all streams."""
        for stream in list(self._cursors):
            await stream.dismiss(code)

    def _people(self) -> set[int]:
        return {int(stream.viewer) for stream in self._cursors}

    async def _begin(self) -> Cursor:
        """Return the place of the poll, which begins with the first stream."""
        if self._read is None:
            self._marks.clear()
            self._matches.clear()
            self._read = await read(my_events.settled, clock.now())
        return self._read

    async def _catch_up(self, stream: Connection, cursor: Cursor, place: Cursor) -> None:
        player, since = int(stream.viewer), cursor.at
        event, message = cursor.events.settled, cursor.chats.settled
        while not stream.closing:
            batch = await read_for_visitor(my_events.missed_events, player, since, event, message)
            for found in batch.in_order():
                await _give(stream, cursor, found, place)
            if not batch.is_full:
                return
            event, message = max([event, *batch.events_read]), max([message, *batch.chats_read])

    async def _poll(self, *, settles: bool = False) -> None:
        async with self._reading:
            place, streams = self._read, defaultdict[int, list[Connection]](list)
            for stream in self._cursors:
                streams[int(stream.viewer)].append(stream)
            if place is None or not streams:
                return
            batch = await read(my_events.new_events, set(streams), place)
            for found in batch.in_order():
                self._matches.add(found.entry.match)
                for stream in streams[found.player]:
                    if cursor := self._cursors.get(stream):
                        await _give(stream, cursor, found, place)
            _mark_read(place, batch)
            if settles and not batch.is_full:
                self._settle(place)

    def _settle(self, place: Cursor) -> None:
        """Forget single rows as far as no transaction can store an earlier one any more."""
        now = self._marks[-1][0]
        while now - self._marks[0][0] >= LATE_COMMIT.total_seconds():
            _, event, message = self._marks.popleft()
            place.settle(Cursor(place.at, Progress(event), Progress(message)))
        for cursor in self._cursors.values():
            cursor.settle(place)

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
        return Refusal("unknown_place", {"days": KEPT.days})
    return cursor


async def _present(player: int, place: Cursor) -> Cursor:
    """Return a cursor after all of the player's entries that there are by now."""
    cursor = Cursor(clock.now(), Progress(place.events.settled), Progress(place.chats.settled))
    batch = await read(my_events.new_events, [player], cursor)
    for found in batch.in_order():
        _progress(cursor, found).take(found.key)
    return cursor


async def _give(stream: Connection, cursor: Cursor, found: Found, place: Cursor) -> None:
    """Send an entry that the client lacks. Those of earlier rows were given before."""
    progress = _progress(cursor, found)
    if progress.take(found.key):
        progress.settle(min(found.row - 1, _progress(place, found).settled))
        entry = structs.replace(found.entry, id=cursor.text(clock.now()))
        await stream.push(protocol.encode(entry))


def _progress(cursor: Cursor, found: Found) -> Progress:
    return cursor.chats if isinstance(found.entry, ChatEntry) else cursor.events


def _mark_read(place: Cursor, batch: Batch) -> None:
    place.events.take_rows(batch.events_read)
    place.chats.take_rows(batch.chats_read)


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
        asked = parse_qs(self.scope["query_string"].decode("latin-1")).get("after", [""])[0]
        place = await read(place_of, asked, player)
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
