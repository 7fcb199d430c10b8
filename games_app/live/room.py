"""The open pages of one match in this process."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import NamedTuple

from games_app.lib.token_bucket import TokenBucket
from games_app.services.people.presence import LEASE, Attendance

log = logging.getLogger(__name__)

UNSEEN_LIMIT = 256 * 1024
"""Bytes that may be on their way to a page that says nothing of having seen them."""
TOO_SLOW = 1013
"""Close code: try again later. The page comes back and asks for what it lacks."""
CLOSED = 4423
"""Close code: only those who sit at this match may see it."""
WITHDRAWN = 4401
"""Close code: whoever opened this page has withdrawn from the site, and their session has ended."""

NAMED = 12
"""So many watchers are named; the others are counted."""

COMMAND_BURST, COMMANDS_PER_SECOND = 40, 10.0


@dataclass(eq=False, slots=True)
class Connection:
    """One open page. ``seq`` is the last event it was sent; None until it has its snapshot."""

    match: str
    person: str
    """Tabs of one person have the same; used for counting only."""
    roles: tuple[str, ...]
    send: Callable[[str], Awaitable[None]]
    close: Callable[[int], Awaitable[None]]
    seq: int | None = None
    unseen: int = 0
    """Bytes pushed since the page last said what it has seen."""
    name: str = ""
    """Under which others see the person; empty for somebody who has none."""
    brought: bool = False
    """Did the person make this match, or bring it here? Where they don't sit, they see it all the same."""
    counted: bool = True
    """Is there somebody behind it who has come to this match?"""
    closing: bool = False
    bucket: TokenBucket = field(default_factory=lambda: TokenBucket(COMMAND_BURST, COMMANDS_PER_SECOND))
    heard_at: float = field(default_factory=time.monotonic)

    def heard(self) -> None:
        """The page has said something: there is somebody."""
        self.heard_at = time.monotonic()

    @property
    def silence(self) -> timedelta:
        """How long nothing has been heard."""
        return timedelta(seconds=time.monotonic() - self.heard_at)

    @property
    def watches_only(self) -> bool:
        """Does it lose sight of the match when that is closed to watchers?"""
        return not (self.roles or self.brought)

    async def push(self, text: str) -> None:
        """Send, unless the page has stopped reading: then let it go, before it fills the server's memory."""
        if self.closing:
            return
        self.unseen += len(text)
        if self.unseen > UNSEEN_LIMIT:
            await self.dismiss(TOO_SLOW)
            return
        try:
            await self.send(text)
        except Exception as error:
            # Whatever is wrong with this socket, the next page in the room gets its message.
            self.closing = True
            log.info("A page could not be written to; it is given up: %r", error)

    async def dismiss(self, code: int) -> None:
        """Send the page away: it gets nothing any more."""
        self.closing = True
        try:
            await self.close(code)
        except Exception as error:
            log.info("A page could not be closed; it is given up: %r", error)


class RoomPresence(NamedTuple):
    """Who is at a match, as its pages are told."""

    watchers: int
    here: list[str]
    """The roles whose players are."""
    names: list[str]
    """Of watchers who have one, the first few."""


@dataclass(slots=True)
class Room:
    """The connections of one match in this process, and the last event they were all told of."""

    seq: int = 0
    connections: set[Connection] = field(default_factory=set)
    elsewhere: Attendance = field(default_factory=Attendance)
    """Who is here through other processes, as of the last beat."""
    told: RoomPresence | None = None
    """Who its pages were last told is here."""

    def there(self) -> list[Connection]:
        """The pages that have been heard of lately: not those that sleep or hang behind a dead network."""
        return [one for one in self.ready() if one.counted and one.silence < LEASE]

    def ready(self) -> list[Connection]:
        """The pages that have had their snapshot."""
        return [one for one in self.connections if one.seq is not None]

    def behind(self) -> list[int]:
        """Where the pages are that lack events."""
        return [one.seq for one in self.connections if one.seq is not None and one.seq < self.seq]

    def attendance(self) -> RoomPresence:
        """Who watches and which players are here, over all processes."""
        everybody = self.elsewhere.copy()
        for one in self.there():
            everybody.count(one.person, one.name, one.roles)
        names = sorted(filter(None, everybody.watching.values()), key=str.casefold)
        return RoomPresence(len(everybody.watching), sorted(everybody.here), names[:NAMED])
