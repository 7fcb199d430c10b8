"""The connections of one match in this process."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings

from games_app.door.limits import SOCKET_MESSAGES
from games_app.lib.rate_limit import Bucket
from games_app.match.chat import PLAYERS, WATCHERS
from games_app.match.terms import Talk
from games_app.match.wire import ChatRoom
from games_app.people.client_marks import Client
from games_app.people.presence import LEASE, Attendance

log = logging.getLogger(__name__)

UNSEEN_LIMIT = 256 * 1024
"""Bytes sent that a client may leave unacknowledged."""
TOO_SLOW = 1013
"""Close code: try again later. The client reconnects and requests the events it lacks."""
MATCH_CLOSED = 4423
"""Close code: only the players of this match may see it."""
SESSION_ENDED = 4401
"""Close code: the session has ended: its player has withdrawn from the site, or signed this device out."""

MORE = "more"
"""Key of a message to the server: true if another one follows at once, to be written together."""

NAMED = 12
"""Maximum number of watchers that are named; the others are only counted."""


@dataclass(eq=False, slots=True)
class Connection:
    """One open socket. ``seq`` is the last event sent to it; None until it has its snapshot."""

    match: str
    viewer: str
    """Key shared by all tabs of a person: a player's id, or a hash of the address of strangers."""
    roles: tuple[str, ...]
    send: Callable[..., Awaitable[None]]
    """Function that sends a text; with ``more=True`` together with the one that follows at once."""
    close: Callable[[int], Awaitable[None]]
    seq: int | None = None
    unseen: int = 0
    """Bytes sent since the client's last acknowledgement."""
    language: str = settings.LANGUAGE_CODE
    """Language of the server's messages to it."""
    session: str = ""
    """Key of the session with which it was opened; empty without one."""
    token: int | None = None
    """Primary key of the personal token with which it was opened; None without one."""
    name: str = ""
    """Name shown to others; empty without one."""
    network: str = ""
    """Hash of its address."""
    client: Client | None = None
    """Address and browser of a player of a rated match that is not over."""
    chats: bool = False
    """True if it has asked for the chat."""
    chat: dict[ChatRoom, int] = field(default_factory=dict)
    """The chat rooms that it may read, with the number of the last message sent to it of each."""
    review: int | None = None
    """Version of the match's shared review that it has; None if it hasn't asked for it."""
    computers: tuple[str, ...] = ()
    """Roles of the match that the computer has: it is always there."""
    hidden: bool = False
    """True if its page has said that nobody can see it."""
    brought: bool = False
    """True if the player created or imported the match, and so may see it without a seat."""
    counted: bool = True
    """True if a person is behind it, so that it counts for presence."""
    closing: bool = False
    warned: str = ""
    """Reason of the moderator's last warning that it got."""
    bucket: Bucket = field(default_factory=lambda: Bucket(SOCKET_MESSAGES))
    heard_at: float = field(default_factory=time.monotonic)

    def heard(self) -> None:
        """Record for presence that the client has sent something."""
        self.heard_at = time.monotonic()

    @property
    def silence(self) -> timedelta:
        """Time since the client last sent something."""
        return timedelta(seconds=time.monotonic() - self.heard_at)

    @property
    def known(self) -> bool:
        """True if a person whom the site knows is behind it."""
        return self.viewer.isdecimal()

    @property
    def watches_only(self) -> bool:
        """True if it may no longer see the match once the match is closed to watchers."""
        return not (self.roles or self.brought)

    async def push(self, text: str, *, more: bool = False) -> None:
        """Send ``text``; close the connection if it has more than UNSEEN_LIMIT unacknowledged bytes.

        ``more``: another message follows at once, with which it may be sent.
        """
        if self.closing:
            return
        self.unseen += len(text)
        if self.unseen > UNSEEN_LIMIT:
            await self.dismiss(TOO_SLOW)
            return
        try:
            await (self.send(text, more=True) if more else self.send(text))
        except Exception as error:
            # An error of this socket must not keep the message from the others in the room.
            self.closing = True
            log.info("A page could not be written to; it is given up: %r", error)

    async def dismiss(self, code: int) -> None:
        """Close the connection; nothing more is sent."""
        self.closing = True
        try:
            await self.close(code)
        except Exception as error:
            log.info("A page could not be closed; it is given up: %r", error)


class RoomPresence(NamedTuple):
    """Presence at a match, as clients get it."""

    watchers: int
    here: list[str]
    """Roles whose players are present."""
    names: list[str]
    """Names of watchers who have one, NAMED at most."""


@dataclass(slots=True)
class Room:
    """The connections of one match in this process; ``seq`` is the last event known of it."""

    seq: int = 0
    connections: set[Connection] = field(default_factory=set)
    elsewhere: Attendance = field(default_factory=Attendance)
    """Attendance in other processes, as of the last beat."""
    networks: set[str] = field(default_factory=set)
    """Hashes of the addresses from which players have come to this process."""
    over: bool = False
    nearby: bool = False
    """True if both players let watchers at their addresses chat before the end."""
    nearby_at: int = 0
    """Seq at which that was true; older data change nothing."""
    talk: Talk = "off"
    chat: dict[ChatRoom, int] = field(default_factory=lambda: {PLAYERS: 0, WATCHERS: 0})
    """Number of the newest message known of each chat room."""
    told: RoomPresence | None = None
    """The presence that clients last got."""
    told_at: float = -math.inf
    """Monotonic time of its last check."""
    telling: bool = False
    """True while a change waits to be sent."""

    def learn(self, talk: Talk, *, over: bool, chat: dict[ChatRoom, int]) -> None:
        """Take in the match's data that a newcomer's admission has read."""
        self.talk, self.over = talk, self.over or over
        for name, number in chat.items():
            self.chat[name] = max(self.chat[name], number)

    def learn_nearby(self, nearby: bool, seq: int) -> None:
        """Take in whether watchers at the players' addresses may chat, as of ``seq``."""
        if seq >= self.nearby_at:
            self.nearby, self.nearby_at = nearby, seq

    @property
    def chats(self) -> bool:
        """True if somebody here has asked for the chat."""
        return any(connection.chats for connection in self.connections)

    def there(self) -> list[Connection]:
        """Return the connections heard from recently, not those that sleep or have lost their network."""
        return [
            connection for connection in self.ready() if connection.counted and connection.silence < LEASE
        ]

    def ready(self) -> list[Connection]:
        """Return the connections that have their snapshot."""
        return [connection for connection in self.connections if connection.seq is not None]

    def behind(self) -> list[int]:
        """Return the seqs of the connections that lack events."""
        return [
            connection.seq
            for connection in self.connections
            if connection.seq is not None and connection.seq < self.seq
        ]

    def attendance(self) -> RoomPresence:
        """Return the watchers and present players, over all processes."""
        everybody = self.elsewhere.copy()
        for connection in self.there():
            everybody.count(connection.viewer, connection.name, connection.roles, connection.network)
        for connection in self.ready():
            everybody.here.update(connection.computers)
        names = sorted(filter(None, everybody.watching.values()), key=str.casefold)
        return RoomPresence(len(everybody.watching), sorted(everybody.here), names[:NAMED])
