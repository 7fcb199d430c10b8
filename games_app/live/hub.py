"""Fan-out within one process: each event is encoded once, and every connection is sent the same text.

All but ``played`` and ``announce`` runs in the event loop. A connection is sent the events in order: those
that arrive before its snapshot, or after a gap, are read from the database instead.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import cast

from games_app.lib import clock
from games_app.lists.event_log import frames_after, latest_seqs
from games_app.live import chat, protocol
from games_app.live.audience import Audience, push
from games_app.live.authentication import dismiss_ended
from games_app.live.db_threads import read
from games_app.live.doorbell import Doorbell, ring_once
from games_app.live.presence import PresenceTracker
from games_app.live.room import MATCH_CLOSED, Connection, Room
from games_app.match.chat import allow_nearby, newest_of
from games_app.match.wire import ChatRoom
from games_app.record.crash_points import crash_point
from games_app.record.results import Announcement, Answer, BatchResult
from games_app.record.writer import writer

Replies = list[tuple[Connection, Answer]]
Hear = Callable[[Mapping[str, int]], None]
Attend = Callable[[Mapping[str, Room]], Awaitable[None]]


class Hub(Audience):
    """The rooms of this process."""

    def __init__(self) -> None:
        super().__init__("Heartbeats fail")
        self._rooms: dict[str, Room] = {}
        self._repairing: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._listeners: list[Hear] = []
        self._attendants: list[Attend] = []
        self._listens = False
        """True once it hears from the writer, in whichever event loop."""
        self.presence = PresenceTracker(self._rooms, self.spawn)

    async def enter(self, connection: Connection) -> None:
        """Add ``connection`` to the match's room; ``welcome`` must follow."""
        self.start()
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
        await self.presence.enter(connection, room)

    async def leave(self, connection: Connection) -> None:
        room = self._rooms.get(connection.match)
        if room is None:
            return
        room.connections.discard(connection)
        await self.presence.leave(connection, room)
        if not room.connections and self._rooms.get(connection.match) is room:
            del self._rooms[connection.match]
            self._repairing.pop(connection.match, None)

    def opened(self, match: str) -> Room | None:
        """Return the match's room while somebody here has it open."""
        return self._rooms.get(match)

    def played(self) -> list[str]:
        """Return the matches whose players have pages in this process. Called in the writer's thread."""
        rooms = list(self._rooms.items())
        return [
            match for match, room in rooms if any(connection.roles for connection in list(room.connections))
        ]

    def listen(self, hear: Hear) -> None:
        """Call ``hear`` with what any process announces: seqs of matches, and numbers of chat messages.

        The key of a message is that of its match, a slash and the room. Rooms of the site announce their own
        numbers by ``ring``.
        """
        self._listeners.append(hear)

    def attend(self, attend: Attend) -> None:
        """Call ``attend`` with the rooms of this process after each beat."""
        self._attendants.append(attend)

    def ring(self, numbers: Mapping[str, int]) -> None:
        """Announce numbers of a room of the site to all processes, this one included; any thread may."""
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ring, dict(numbers))
        else:
            ring_once(dict(numbers))

    def _ring(self, numbers: dict[str, int]) -> None:
        self._doorbell.ring(numbers)
        self._tell(numbers)

    def announce(self, result: BatchResult) -> None:
        """Pass the answers and events of one commit to the event loop. Called in the writer's thread."""
        replies = [(sender, answer) for sender, answer in result.replies if isinstance(sender, Connection)]
        if (replies or result.events) and self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._deliver_soon, replies, result.events)

    async def beat_once(self) -> None:
        """Send each room its match's seq in the database, so that not even the last event can be missed."""
        if not self._rooms:
            return
        await dismiss_ended([connection for room in self._rooms.values() for connection in room.connections])
        seqs = await read(latest_seqs, list(self._rooms))
        await self.presence.beat_once()
        chats = await read(newest_of, [match for match, room in self._rooms.items() if room.chats])
        for match, room in list(self._rooms.items()):
            await self._reach(match, seqs.get(match, 0))
            if match in chats:
                await chat.review(room)
                await chat.reach(match, room, chats[match])
            room.told = room.attendance()
            beat = protocol.Beat(room.seq, clock.ms(clock.now()), *room.told)
            await push(room.ready(), protocol.encode(beat))
        for attend in self._attendants:
            await attend(self._rooms)

    def reset(self) -> None:
        self._rooms.clear()
        self.presence.reset()
        self._doorbell = Doorbell(self._rung)
        self.spawn(self._doorbell.listen())
        if not self._listens:
            self._listens = True
            writer.listen(self.announce)
            writer.host(self.played, self.presence.process)

    def _deliver_soon(self, replies: Replies, events: Sequence[Announcement]) -> None:
        self.spawn(self._deliver(replies, events))

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
        numbers = {f"{match}/{message.room}": message.number for match, message in sent}
        numbers |= {match: seq for match, seq, _ in events}
        self._doorbell.ring(numbers)
        self._tell(numbers)

    def _tell(self, numbers: Mapping[str, int]) -> None:
        for hear in self._listeners:
            hear(numbers)

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
                await connection.dismiss(MATCH_CLOSED)
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
        self._tell(seqs)

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


hub = Hub()
