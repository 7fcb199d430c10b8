"""Fan-out inside one process: each event is encoded once and the same text is written to every connection.

Everything here runs in the event loop. What reaches a connection is always the record in order: events that arrive
before a connection has its snapshot, or with a gap before them, are read from the database instead.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from ..batch import Answer
from ..crash import crash_point
from ..services.history import frames_after, latest_seqs
from ..writer import writer
from . import protocol
from .reader import read

log = logging.getLogger(__name__)

BEAT_SECONDS = 3.0

Announcement = tuple[str, int, str]


@dataclass(eq=False, slots=True)
class Connection:
    """One open page. ``seq`` is the last event it was sent; None until it has its snapshot."""

    match: str
    person: str
    """Tabs of one person have the same; used for counting only."""
    roles: tuple[str, ...]
    send: Callable[[str], Awaitable[None]]
    seq: int | None = None


@dataclass(slots=True)
class Room:
    """The connections of one match in this process, and the last event they were all told of."""

    seq: int = 0
    connections: set[Connection] = field(default_factory=set)

    def here(self) -> list[str]:
        return sorted({role for one in self.connections for role in one.roles})

    def watchers(self) -> int:
        return len({one.person for one in self.connections if one.seq is not None and not one.roles})


class Hub:
    """All rooms of this process. Made for one event loop, which the first connection starts it on."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beating: asyncio.Task[None] | None = None
        self._answers: list[tuple[Connection, Answer]] = []
        self._repairing: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def enter(self, connection: Connection) -> None:
        """Begin to gather the match's events for ``connection``; ``welcome`` must follow."""
        self._start()
        self._rooms.setdefault(connection.match, Room()).connections.add(connection)

    async def welcome(self, connection: Connection, snapshot: str, seq: int) -> None:
        """Send the snapshot taken at ``seq``, then what happened since."""
        connection.seq = seq
        await connection.send(snapshot)
        room = self._rooms.get(connection.match)
        if room is None:
            return
        if room.seq > seq:
            await self._repair(connection.match, room)
        room.seq = max(room.seq, seq)
        await self._tell_presence(room)

    async def leave(self, connection: Connection) -> None:
        room = self._rooms.get(connection.match)
        if room is None:
            return
        room.connections.discard(connection)
        if not room.connections:
            del self._rooms[connection.match]
            self._repairing.pop(connection.match, None)
            return
        await self._tell_presence(room)

    def answer(self, connection: Connection, answer: Answer) -> None:
        """Keep an answer until the writer announces its batch. Called in the writer's thread."""
        self._answers.append((connection, answer))

    def announce(self, events: list[Announcement]) -> None:
        """Give answers and events of one commit to the loop. Called in the writer's thread."""
        answers, self._answers = self._answers, []
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._spawn_delivery, answers, events)

    def _spawn_delivery(self, answers: list[tuple[Connection, Answer]], events: list[Announcement]) -> None:
        assert self._loop  # noqa: S101  (set before the first announcement reaches it)
        self._loop.create_task(self._deliver(answers, events))

    async def _deliver(self, answers: list[tuple[Connection, Answer]], events: list[Announcement]) -> None:
        crash_point("before answer")
        for connection, answer in answers:
            await connection.send(protocol.encode(protocol.answer(answer)))
        for match, seq, frame in events:
            await self._push(match, seq, frame)

    async def _push(self, match: str, seq: int, frame: str) -> None:
        room = self._rooms.get(match)
        if room is None:
            return
        room.seq = max(room.seq, seq)
        ready = [one for one in room.connections if one.seq is not None]
        for connection in ready:
            if connection.seq == seq - 1:
                connection.seq = seq
                await connection.send(frame)
                crash_point("amid fan-out")
        if any(one.seq is not None and one.seq < seq for one in ready):
            await self._repair(match, room)

    async def _repair(self, match: str, room: Room) -> None:
        """Bring every connection that is behind up to date from the database."""
        async with self._repairing[match]:
            behind = [one.seq for one in room.connections if one.seq is not None and one.seq < room.seq]
            if not behind:
                return
            for seq, frame in await read(frames_after, match, min(behind)):
                for connection in list(room.connections):
                    if connection.seq == seq - 1:
                        connection.seq = seq
                        await connection.send(frame)

    def _start(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            if self._loop is None:
                writer.listen(self.announce)
            self._loop = loop
            self._rooms.clear()
            self._beating = loop.create_task(self._beat())

    async def _beat(self) -> None:
        """Every 3 s: how far each match is by the database, so that no event stays unnoticed, not even the last."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.beat_once()
            except Exception:
                log.exception("A heartbeat failed; the next one tries again")

    async def beat_once(self) -> None:
        if not self._rooms:
            return
        seqs = await read(latest_seqs, list(self._rooms))
        for match, room in list(self._rooms.items()):
            room.seq = max(room.seq, seqs.get(match, 0))
            await self._repair(match, room)
            await self._tell(room, {"kind": "beat", "seq": room.seq})

    async def _tell_presence(self, room: Room) -> None:
        await self._tell(room, {"kind": "presence"})

    async def _tell(self, room: Room, message: dict[str, object]) -> None:
        text = protocol.encode(message | {"watchers": room.watchers(), "here": room.here()})
        for connection in list(room.connections):
            if connection.seq is not None:
                await connection.send(text)


hub = Hub()
