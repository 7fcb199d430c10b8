"""Fan-out within one process: each event is encoded once, and every connection is sent the same text.

Everything here runs in the event loop. A connection is sent the events in order: those that arrive before its
snapshot, or after a gap, are read from the database instead.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any, cast

from django.db import DatabaseError

from games_app.lib import clock
from games_app.lib.outage_log import OutageLog, repeat
from games_app.live import chat, protocol
from games_app.live.db_threads import note, read
from games_app.live.doorbell import Doorbell
from games_app.live.room import CLOSED, SESSION_ENDED, Connection, Room
from games_app.services.people import client_marks, devices, players, presence
from games_app.services.people.presence import Attendance, Here
from games_app.services.queries.chat import newest_of
from games_app.services.queries.event_log import frames_after, latest_seqs
from games_app.services.state.chat import allow_nearby
from games_app.services.state.wire import ChatRoom
from games_app.store.crash_points import crash_point
from games_app.store.results import Announcement, Answer, BatchResult
from games_app.store.writer import writer

log = logging.getLogger(__name__)

BEAT_SECONDS = 3.0
LEASE_BEATS = 3
"""Beats between two renewals of leases: 9 s."""
SWEEP_BEATS = 200
GATHERING_SECONDS = 0.005
"""Time for which newcomers wait for others, so that their leases are stored together."""
PRESENCE_SECONDS = 1.0
"""Minimum seconds between two presence messages to a room: each is its size times as many pages."""

Replies = list[tuple[Connection, Answer]]


class Hub:
    """The rooms of this process, in the event loop of the first connection."""

    def __init__(self) -> None:
        self._process = secrets.token_hex(6)
        self._rooms: dict[str, Room] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._repairing: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._beats = 0
        self._newcomers: list[Connection] = []
        """Connections that get their lease in a moment."""
        self._leavers: list[Connection] = []
        """Connections whose lease ends in a moment."""
        self._renewing: asyncio.Task[None] | None = None
        self._beat_log = OutageLog(log, "Heartbeats fail")
        self._lease_log = OutageLog(log, "Leases can't be renewed")

    async def enter(self, connection: Connection) -> None:
        """Add ``connection`` to the match's room; ``welcome`` must follow."""
        self._start()
        self._rooms.setdefault(connection.match, Room()).connections.add(connection)

    async def welcome(self, connection: Connection, snapshot: str, seq: int) -> None:
        """Send the snapshot taken at ``seq``, then the events since."""
        connection.seq = seq
        await connection.send(snapshot)
        room = self._rooms.get(connection.match)
        if room is None:
            return
        room.seq = max(room.seq, seq)
        await self._repair(connection.match, room)
        await chat.welcome(connection.match, room, connection)
        if connection.counted and not await self._presence_changed(room) and room.told:
            await connection.push(protocol.encode(protocol.Presence(*room.told)))
        if connection.roles:
            self._lease_soon(connection)

    async def leave(self, connection: Connection) -> None:
        room = self._rooms.get(connection.match)
        if room is None:
            return
        room.connections.discard(connection)
        if connection.counted and self._has_left(connection):
            self._release_soon(connection)
        if room.connections and connection.counted:
            await self._presence_changed(room)
        if not room.connections and self._rooms.get(connection.match) is room:
            del self._rooms[connection.match]
            self._repairing.pop(connection.match, None)

    def opened(self, match: str) -> Room | None:
        """Return the match's room while somebody here has it open."""
        return self._rooms.get(match)

    def played(self) -> list[str]:
        """Return the matches whose players have pages in this process. Called in the writer's thread."""
        rooms = list(self._rooms.items())
        return [match for match, room in rooms if any(one.roles for one in list(room.connections))]

    def announce(self, result: BatchResult) -> None:
        """Pass the answers and events of one commit to the event loop. Called in the writer's thread."""
        replies = [(one, answer) for one, answer in result.replies if isinstance(one, Connection)]
        if (replies or result.events) and self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._deliver_soon, replies, result.events)

    async def beat_once(self) -> None:
        """Send each room its match's seq in the database, so that not even the last event can be missed."""
        if not self._rooms:
            return
        await self._dismiss_signed_out()
        seqs = await read(latest_seqs, list(self._rooms))
        if self._beats % LEASE_BEATS == 0 and (self._renewing is None or self._renewing.done()):
            self._renewing = self._spawn(self._renew_leases(sweep=self._beats % SWEEP_BEATS == 0))
        self._beats += 1
        others = await read(presence.elsewhere, self._process, list(self._rooms), clock.now())
        chats = await read(newest_of, [match for match, room in self._rooms.items() if room.chats])
        for match, room in list(self._rooms.items()):
            room.elsewhere = others.get(match, Attendance())
            await self._reach(match, seqs.get(match, 0))
            if match in chats:
                await chat.review(room)
                await chat.reach(match, room, chats[match])
            room.told = room.attendance()
            await self._tell(room, protocol.Beat(room.seq, clock.ms(clock.now()), *room.told))

    async def _dismiss_signed_out(self) -> None:
        """Close the pages of players who have withdrawn, and of devices that were signed out."""
        pages = [one for room in self._rooms.values() for one in room.connections]
        withdrawn = await read(players.withdrawn, {one.person for one in pages})
        ended = await read(devices.signed_out, {one.session for one in pages}, clock.now())
        for page in pages:
            if (page.person in withdrawn or page.session in ended) and not page.closing:
                await page.dismiss(SESSION_ENDED)

    async def _renew_leases(self, *, sweep: bool) -> None:
        """Renew the leases. Beats don't wait for this: a locked database can be read but not written."""
        with suppress(DatabaseError):  # the next renewal tries again
            names = await read(players.names, {one.person for one in self._present()})
            for one in self._present():
                one.name = names.get(one.person, one.name)
        await self._lease(self._present(), sweep=sweep)

    def _present(self) -> list[Connection]:
        return [one for room in self._rooms.values() for one in room.there()]

    async def _lease(self, connections: list[Connection], *, sweep: bool = False) -> None:
        """Store a lease for each person and match, with the seat if one of the person's tabs has it.

        Nothing may be awaited before the write: a connection that left meanwhile would get a new lease.
        """
        latest = sorted(connections, key=lambda one: (bool(one.roles), one.heard_at))
        people = {
            (one.match, one.person): Here(
                one.match, one.person, one.name, one.roles, one.silence, one.network if one.roles else ""
            )
            for one in latest
        }
        try:
            await note(presence.renew, self._process, people.values(), clock.now())
            if sweep:
                await note(presence.sweep, clock.now())
            self._lease_log.worked()
        except DatabaseError as error:
            self._lease_log.failed(error)

    def _lease_soon(self, connection: Connection) -> None:
        """Store a newcomer's lease together with others: after a restart everybody comes at once."""
        self._newcomers.append(connection)
        if len(self._newcomers) == 1:
            self._spawn(self._lease_newcomers())

    async def _lease_newcomers(self) -> None:
        await asyncio.sleep(GATHERING_SECONDS)
        newcomers, self._newcomers = self._newcomers, []
        left = [one for one in newcomers if self._has_left(one)]
        await self._lease(newcomers)
        await self._mark(newcomers)
        await self._release(left)

    async def _mark(self, newcomers: list[Connection]) -> None:
        """Store the clients from which the players among them play rated matches."""
        if seen := [(int(one.person), one.client) for one in newcomers if one.client]:
            with suppress(DatabaseError):  # the page comes back after an outage
                await note(client_marks.record, seen, clock.now())

    def _has_left(self, connection: Connection) -> bool:
        """Return whether the person no longer has a page of the match open."""
        room = self._rooms.get(connection.match)
        return room is None or all(one.person != connection.person for one in room.connections)

    def _release_soon(self, connection: Connection) -> None:
        """End a lease together with others: everybody leaves a finished match at once."""
        self._leavers.append(connection)
        if len(self._leavers) == 1:
            self._spawn(self._release_leavers())

    async def _release_leavers(self) -> None:
        await asyncio.sleep(GATHERING_SECONDS)
        leavers, self._leavers = self._leavers, []
        await self._release([one for one in leavers if self._has_left(one)])

    async def _release(self, connections: list[Connection]) -> None:
        people = {(one.match, one.person) for one in connections}
        if people:
            with suppress(DatabaseError):  # the lease runs out by itself
                await note(presence.release, self._process, people, clock.now())

    def _start(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is loop:
            return
        if self._loop is None:
            writer.listen(self.announce)
            writer.host(self.played)
        self._loop = loop
        self._rooms.clear()
        self._newcomers.clear()
        self._leavers.clear()
        self._doorbell = Doorbell(self._rung)
        self._spawn(repeat(self.beat_once, BEAT_SECONDS, self._beat_log))
        self._spawn(self._doorbell.listen())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        assert self._loop  # noqa: S101  (there is no work before the first connection)
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _deliver_soon(self, replies: Replies, events: Sequence[Announcement]) -> None:
        self._spawn(self._deliver(replies, events))

    async def _deliver(self, replies: Replies, events: Sequence[Announcement]) -> None:
        if replies:
            crash_point("before answer")
        announced = {(match, seq) for match, seq, _ in events}
        for connection, answer in replies:
            its_event_follows = (answer.match, answer.seq) in announced and connection.seq == answer.seq - 1
            text = protocol.answer(answer, connection.seq or 0, connection.language)
            await connection.push(text, more=its_event_follows)
        for match, seq, frame in events:
            await self._push(match, seq, frame)
        sent = [(answer.match, answer.chat) for _, answer in replies if answer.chat]
        for match, message in sent:
            if room := self._rooms.get(match):
                await chat.give(match, room, message)
        rings = {f"{match}/{message.room}": message.number for match, message in sent}
        self._doorbell.ring(rings | {match: seq for match, seq, _ in events})

    async def _push(self, match: str, seq: int, frame: str) -> None:
        room = self._rooms.get(match)
        if room is None:
            return
        await self._give(room, seq, frame)
        await self._reach(match, seq)

    async def _give(self, room: Room, seq: int, frame: str) -> None:
        """Send the event to each connection that expects it; close those that may not see it."""
        closes, ends = protocol.closes(frame), not room.over and protocol.ends(frame)
        # Known before anybody is sent the event: from then on nobody gets a message that it forbids.
        if (nearby := protocol.nearby(frame)) is not None:
            room.learn_nearby(allow_nearby(nearby), seq)
        for connection in room.ready():
            if connection.seq != seq - 1:
                continue
            connection.seq = seq
            if closes and connection.watches_only:
                await connection.dismiss(CLOSED)
            else:
                await connection.push(frame)
            crash_point("amid fan-out")
        room.over = room.over or ends
        if ends or nearby is not None:
            await chat.review(room)

    async def _rung(self, seqs: dict[str, int]) -> None:
        """Take in another process's announcement: a match's seq, or the number of a chat message."""
        for key, number in seqs.items():
            match, _, name = key.partition("/")
            if not name:
                await self._reach(match, number)
            elif room := self._rooms.get(match):
                await chat.reach(match, room, {cast("ChatRoom", name): number})

    async def _reach(self, match: str, seq: int) -> None:
        """Bring the connections to a match up to ``seq``."""
        room = self._rooms.get(match)
        if room is not None:
            room.seq = max(room.seq, seq)
            await self._repair(match, room)

    async def _repair(self, match: str, room: Room) -> None:
        """Send connections that are behind their missing events, from the database."""
        if not room.behind():
            return
        async with self._repairing[match]:
            while behind := room.behind():
                frames = await read(frames_after, match, min(behind))
                if not frames:
                    return
                for seq, frame in frames:
                    await self._give(room, seq, frame)

    async def _presence_changed(self, room: Room) -> bool:
        """Tell the room of its presence, now or soon. Return whether it was told now."""
        wait = room.told_at + PRESENCE_SECONDS - time.monotonic()
        if wait <= 0:
            return await self._tell_presence(room)
        if not room.telling:
            room.telling = True
            self._spawn(self._tell_presence_later(room, wait))
        return False

    async def _tell_presence_later(self, room: Room, seconds: float) -> None:
        await asyncio.sleep(seconds)
        room.telling = False
        await self._tell_presence(room)

    async def _tell_presence(self, room: Room) -> bool:
        """Send the room's presence if it changed; return whether it did. A person's tabs count as one."""
        room.told_at, now = time.monotonic(), room.attendance()
        if now == room.told:
            return False
        room.told = now
        await self._tell(room, protocol.Presence(*now))
        return True

    async def _tell(self, room: Room, message: protocol.Beat | protocol.Presence) -> None:
        text = protocol.encode(message)
        for connection in room.ready():
            await connection.push(text)


hub = Hub()
