"""Presence at the matches that are open in this process: leases in the database, and what rooms are told."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

from django.db import DatabaseError

from games_app.lib import clock
from games_app.lib.outage_log import OutageLog
from games_app.live import protocol
from games_app.live.audience import push
from games_app.live.db_threads import note, read
from games_app.live.room import Connection, Room
from games_app.people import client_marks, players, presence
from games_app.people.presence import Attendance, Here

log = logging.getLogger(__name__)

LEASE_BEATS = 3
"""Beats between two renewals of leases: 9 s."""
SWEEP_BEATS = 200
GATHERING_SECONDS = 0.005
"""Time for which newcomers wait for others, with whom their leases are stored."""
PRESENCE_SECONDS = 1.0
"""Minimum seconds between two presence messages to a room. Each goes to every page: one for each arrival
would cost the square of the room's size."""

Spawn = Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]


class PresenceTracker:
    """Stores the leases of people with pages in ``rooms``, and tells each room who is there.

    Everything here runs in the event loop of the rooms.
    """

    def __init__(self, rooms: Mapping[str, Room], spawn: Spawn) -> None:
        self.process = secrets.token_hex(6)
        """Name of this process on its leases."""
        self._rooms = rooms
        self._spawn = spawn
        self._beats = 0
        self._newcomers: list[Connection] = []
        """Connections that get their lease in a moment."""
        self._leavers: list[Connection] = []
        """Connections whose lease ends in a moment."""
        self._renewing: asyncio.Task[None] | None = None
        self._log = OutageLog(log, "Leases can't be renewed")

    def reset(self) -> None:
        """Forget who has come and left."""
        self._newcomers.clear()
        self._leavers.clear()

    async def enter(self, connection: Connection, room: Room) -> None:
        """Take in a connection that has its snapshot. A player's lease is stored at once."""
        if connection.counted and not await self._changed(room) and room.told:
            await connection.push(protocol.encode(protocol.Presence(*room.told)))
        if connection.roles and connection.counted:
            self._lease_soon(connection)

    async def leave(self, connection: Connection, room: Room) -> None:
        """Take in that a connection has left the room."""
        if not connection.counted:
            return
        if self._has_left(connection):
            self._release_soon(connection)
        if room.connections:
            await self._changed(room)

    async def beat_once(self) -> None:
        """Renew the leases now and then, and read who is there in other processes."""
        if self._beats % LEASE_BEATS == 0 and not self.is_renewing:
            self._renewing = self._spawn(self.renew(sweep=self._beats % SWEEP_BEATS == 0))
        self._beats += 1
        rooms = dict(self._rooms)
        elsewhere = await read(presence.elsewhere, self.process, rooms, clock.now())
        for match, room in rooms.items():
            room.elsewhere = elsewhere.get(match, Attendance())

    @property
    def is_renewing(self) -> bool:
        """True while the leases are being renewed."""
        return self._renewing is not None and not self._renewing.done()

    async def renew(self, *, sweep: bool = False) -> None:
        """Renew the leases. Beats don't wait for this: a locked database can be read but not written."""
        with suppress(DatabaseError):  # the next renewal tries again
            names = await read(players.names, {connection.viewer for connection in self._present()})
            for connection in self._present():
                connection.name = names.get(connection.viewer, connection.name)
        await self._lease(self._present(), sweep=sweep)

    def _present(self) -> list[Connection]:
        return [connection for room in self._rooms.values() for connection in room.there()]

    async def _lease(self, connections: list[Connection], *, sweep: bool = False) -> None:
        """Store a lease for each person and match, with the seat if one of the person's tabs has it.

        Nothing may be awaited before the write: a connection that left meanwhile would get a new lease.
        """
        latest = sorted(connections, key=lambda connection: (bool(connection.roles), connection.heard_at))
        visible = {
            (connection.match, connection.viewer) for connection in connections if not connection.hidden
        }
        people = {
            (connection.match, connection.viewer): Here(
                connection.match,
                connection.viewer,
                connection.name,
                connection.roles,
                connection.silence,
                connection.network if connection.roles else "",
                (connection.match, connection.viewer) not in visible,
            )
            for connection in latest
        }
        try:
            await note(presence.renew, self.process, people.values(), clock.now())
            if sweep:
                await note(presence.sweep, clock.now())
            self._log.worked()
        except DatabaseError as error:
            self._log.failed(error)

    def _lease_soon(self, connection: Connection) -> None:
        """Store a newcomer's lease together with others: after a restart everybody comes at once."""
        self._newcomers.append(connection)
        if len(self._newcomers) == 1:
            self._spawn(self._lease_newcomers())

    async def _lease_newcomers(self) -> None:
        await asyncio.sleep(GATHERING_SECONDS)
        newcomers, self._newcomers = self._newcomers, []
        left = [connection for connection in newcomers if self._has_left(connection)]
        await self._lease(newcomers)
        await self._mark(newcomers)
        await self._release(left)

    async def _mark(self, newcomers: list[Connection]) -> None:
        """Store from which clients the players among them play rated matches."""
        if clients := [
            (int(connection.viewer), connection.client) for connection in newcomers if connection.client
        ]:
            with suppress(DatabaseError):  # the page comes back after an outage
                await note(client_marks.record, clients, clock.now())

    def _has_left(self, connection: Connection) -> bool:
        """Return whether the person has no page of the match open any more."""
        room = self._rooms.get(connection.match)
        return room is None or not any(
            other.counted and other.viewer == connection.viewer for other in room.connections
        )

    def _release_soon(self, connection: Connection) -> None:
        """End a lease together with others: from a match that is over everybody leaves at once."""
        self._leavers.append(connection)
        if len(self._leavers) == 1:
            self._spawn(self._release_leavers())

    async def _release_leavers(self) -> None:
        await asyncio.sleep(GATHERING_SECONDS)
        leavers, self._leavers = self._leavers, []
        await self._release([connection for connection in leavers if self._has_left(connection)])

    async def _release(self, connections: list[Connection]) -> None:
        people = {(connection.match, connection.viewer) for connection in connections}
        if people:
            with suppress(DatabaseError):  # the lease runs out by itself
                await note(presence.release, self.process, people, clock.now())

    async def _changed(self, room: Room) -> bool:
        """Tell the room of its presence, now or soon. Return whether it was told now."""
        wait = room.told_at + PRESENCE_SECONDS - time.monotonic()
        if wait <= 0:
            return await _tell(room)
        if not room.telling:
            room.telling = True
            self._spawn(_tell_later(room, wait))
        return False


async def _tell_later(room: Room, seconds: float) -> None:
    await asyncio.sleep(seconds)
    room.telling = False
    await _tell(room)


async def _tell(room: Room) -> bool:
    """Send the room's presence if it changed; return whether it did. A person's tabs count as one."""
    room.told_at, now = time.monotonic(), room.attendance()
    if now == room.told:
        return False
    room.told = now
    await push(room.ready(), protocol.encode(protocol.Presence(*now)))
    return True
