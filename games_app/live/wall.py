"""The walls of this process, each of up to 24 matches that are followed through the hub like any connection.

Each match is followed once per process, however many walls show it and however many pages show these; its
updates are condensed and encoded once. A page shows the beginning of a wall, and more of it as one scrolls.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime

import msgspec
from msgspec import Struct

from games_app.lib import clock
from games_app.lists import offers, wall
from games_app.lists.wall import Board, Pick, Selection
from games_app.live import protocol
from games_app.live.audience import Audience, push, push_translated
from games_app.live.authentication import dismiss_ended
from games_app.live.db_threads import read
from games_app.live.hub import Hub, hub
from games_app.live.room import Connection
from games_app.match import wire
from games_app.models import Match

RESULT_STAYS = 45.0
"""Seconds for which an ended match stays on the wall."""


class _Heard(Struct):
    """The part that the wall needs of a message to a match's connections."""

    kind: str
    watchers: int = 0
    visibility: str = ""
    """The audience, if it has changed."""


_heard = msgspec.json.Decoder(_Heard)


class WallConnection(Connection):
    """The wall's connection to a match's room. It has no limit on unseen bytes and isn't counted."""

    async def push(self, text: str, *, more: bool = False) -> None:
        await self.send(text)


@dataclass(slots=True)
class Shown:
    """A match on a wall."""

    board: Board
    connection: Connection
    watchers: int
    visibility: str
    over_at: float | None = None
    """Monotonic time when its end was noticed."""

    @property
    def stays(self) -> bool:
        """True while the result of an ended match is still shown."""
        return self.over_at is not None and time.monotonic() - self.over_at < RESULT_STAYS


WallFilter = str | int | Selection | None
"""Matches that a wall shows: of one game, of all (empty), of a player's friends (primary key), those that a
room selects, or none (None).

A page without any only follows.
"""


@dataclass(slots=True)
class Wall:
    pages: dict[Connection, int] = field(default_factory=dict)
    """Page -> how many matches it shows."""
    most: int = 0
    """The most that a page has shown."""
    order: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    """The order of which all pages got their part."""

    def by_part(self) -> dict[int, list[Connection]]:
        """Return the pages that show equally many matches, by their number."""
        alike = defaultdict(list)
        for page, shown in self.pages.items():
            alike[shown].append(page)
        return alike


class Walls(Audience):
    """The walls of this process, in the event loop of its hub."""

    def __init__(self, hub: Hub) -> None:
        super().__init__("Beats of the walls fail")
        self._hub = hub
        self._walls: dict[WallFilter, Wall] = defaultdict(Wall)
        self._shown: dict[str, Shown] = {}
        self._following: dict[Connection, tuple[str, str]] = {}
        """Page -> public id of the player it follows, and the last match of theirs that it got."""
        self._without: dict[Connection, frozenset[int]] = {}
        """Page -> the makers whose offers aren't counted for it."""
        self._changing = asyncio.Lock()

    def reset(self) -> None:
        self._walls.clear()
        self._shown.clear()
        self._following.clear()
        self._without.clear()
        self._changing = asyncio.Lock()

    async def enter(
        self,
        page: Connection,
        game: WallFilter,
        followed: str,
        without: frozenset[int] = frozenset(),
        shown: int = wall.SHOWN,
    ) -> None:
        """Send the first matches of a wall to a page, and let it follow a player by public id (empty: none).

        Those who wait in the lobby are counted for it ``without`` these makers.
        """
        self.start()
        async with self._changing:
            live_wall = self._walls[game]
            if not live_wall.pages or live_wall.most < shown:
                live_wall.most = max(live_wall.most, shown)
                await self._choose({game})
            if not live_wall.pages:
                live_wall.told = list(live_wall.order)
            live_wall.pages[page] = shown
            self._without[page] = without
            await self.tell_all(page, game)
        if followed:
            self._following[page] = followed, ""
            await self._tell_followers([page])

    async def leave(self, page: Connection, game: WallFilter) -> None:
        self._following.pop(page, None)
        self._without.pop(page, None)
        async with self._changing:
            self._walls[game].pages.pop(page, None)
            if not self._walls[game].pages:
                del self._walls[game]
                await self._unfollow_unused()

    async def tell_all(self, page: Connection, game: WallFilter) -> None:
        """Send a page all that it shows of the wall."""
        live_wall = self._walls[game]
        order = live_wall.order[: live_wall.pages.get(page, wall.SHOWN)]
        await self._tell([page], order, order)

    async def beat_once(self) -> None:
        """Update the matches of all walls, and send each match's seq."""
        async with self._changing:
            own = [each for key, each in self._walls.items() if isinstance(key, int)]
            if pages := [page for each in own for page in each.pages]:
                await dismiss_ended(pages)
            await self._choose(set(self._walls))
            makers = await read(offers.makers, clock.now()) if self._walls else []
            for live_wall in self._walls.values():
                sent, live_wall.told = live_wall.told, list(live_wall.order)
                for shown, pages in live_wall.by_part().items():
                    order, before = live_wall.order[:shown], sent[:shown]
                    if order != before:
                        await self._tell(pages, order, [match for match in order if match not in before])
                await self._tell_beat(live_wall, makers)
        await self._tell_followers(list(self._following))

    async def _choose(self, games: set[WallFilter]) -> None:
        """Update the order of these walls, and follow the matches that are new on them."""
        orders: dict[WallFilter, list[str]] = {}
        watchers: dict[str, int] = {}
        also: dict[str, str] = {}
        people = [key for key in games if isinstance(key, int)]
        of_friends = await read(wall.picked_of_friends, people, clock.now()) if people else {}
        for game in games:
            if isinstance(game, int):
                picks = of_friends.get(game, [])
            else:
                picks = await read(_picked, game, clock.now())
            live_wall = self._walls[game]
            picked = [match for match, _ in picks[: live_wall.most]]
            if isinstance(game, Selection) and game.also:
                also.update(dict.fromkeys(picked, game.also))
            orders[game] = _with_results(picked, live_wall.order, self._is_kept)[: live_wall.most]
            watchers.update(picks[: live_wall.most])
        await self._follow([match for match in watchers if match not in self._shown], watchers, also)
        for game, order in orders.items():
            self._walls[game].order = [match for match in order if self._may_show(game, match)]
        await self._unfollow_unused()

    def _may_show(self, game: WallFilter, match: str) -> bool:
        """Return whether a wall may show a followed match: only rooms select others than public ones."""
        shown = self._shown.get(match)
        if shown is None:
            return False
        is_picked = isinstance(game, Selection) and shown.visibility == game.also
        return shown.visibility == Match.Visibility.PUBLIC or is_picked

    def _is_kept(self, match: str) -> bool:
        return match in self._shown and self._shown[match].stays

    async def _follow(self, matches: list[str], watchers: dict[str, int], also: dict[str, str]) -> None:
        """Follow these matches; the hub sends the events that happen while their boards are read.

        ``also``: the audience that some of them may have instead of everybody.
        """
        connections = {match: self._new_connection(match) for match in matches}
        boards: dict[str, Board] = {}
        audiences: dict[str, str] = {}
        try:
            for connection in connections.values():
                await self._hub.enter(connection)
            boards = await read(wall.boards, matches) if matches else {}
            audiences = dict.fromkeys(boards, Match.Visibility.PUBLIC)
            for audience in set(also.values()):
                unlisted = [each for each in matches if also.get(each) == audience and each not in boards]
                found = await read(wall.boards, unlisted, audience) if unlisted else {}
                boards |= found
                audiences |= dict.fromkeys(found, audience)
        finally:
            for match, connection in connections.items():
                if board := boards.get(match):
                    self._shown[match] = Shown(board, connection, watchers[match], audiences[match])
                    await self._hub.welcome(connection, "", board.standing.seq)
                else:
                    await self._hub.leave(connection)

    def _new_connection(self, match: str) -> Connection:
        async def hear(text: str) -> None:
            await self._hear(match, text)

        async def closed(_: int) -> None:
            await self._drop(match)

        return WallConnection(match, "", (), hear, closed, counted=False)

    async def _hear(self, match: str, text: str) -> None:
        """Process a message to a match's connections, and send the walls the part that they show."""
        shown = self._shown.get(match)
        if shown is None or not text:
            return
        heard = _heard.decode(text)
        if heard.visibility and heard.visibility != shown.visibility:
            await self._drop(match)
        elif heard.kind == "event":
            shown.board = wall.moved(shown.board, text)
            if shown.board.standing.status != "playing" and shown.over_at is None:
                shown.over_at = time.monotonic()
            moved = protocol.encode(protocol.Moved(match, shown.board.standing))
            await push(self._looking_at(match), moved)
        else:
            shown.watchers = heard.watchers

    def _looking_at(self, match: str) -> list[Connection]:
        return [
            page
            for live_wall in self._walls.values()
            if match in live_wall.order
            for page, shown in live_wall.pages.items()
            if match in live_wall.order[:shown]
        ]

    async def _drop(self, match: str) -> None:
        """Remove a match whose audience has changed; the next beat picks it for walls that may show it."""
        for live_wall in self._walls.values():
            live_wall.order = [kept for kept in live_wall.order if kept != match]
        if shown := self._shown.pop(match, None):
            await self._hub.leave(shown.connection)

    async def _unfollow_unused(self) -> None:
        """Stop following matches that no wall shows."""
        on_walls = {match for live_wall in self._walls.values() for match in live_wall.order}
        for match in [match for match in self._shown if match not in on_walls]:
            await self._hub.leave(self._shown.pop(match).connection)

    async def _tell_followers(self, pages: list[Connection]) -> None:
        followed = {self._following[page][0] for page in pages if page in self._following}
        if not followed:
            return
        newest = {
            following.player: following for following in await read(wall.followed, followed, clock.now())
        }
        for page in pages:
            player, sent = self._following.get(page, ("", ""))
            now = newest.get(player)
            if now and now.match != sent:
                self._following[page] = player, now.match
                await page.push(protocol.encode(protocol.Next(now.player, now.match, now.game)))

    async def _tell(self, pages: Iterable[Connection], order: list[str], boards: list[str]) -> None:
        """Send a wall with these boards to pages, encoded once for each of their languages."""
        await push_translated(pages, lambda: self._wall(order, boards))

    def _wall(self, order: list[str], boards: Iterable[str]) -> str:
        shown = [self._shown[match].board for match in boards]
        return protocol.encode(protocol.Wall(wire.PROTOCOL, clock.ms(clock.now()), order, shown))

    async def _tell_beat(self, live_wall: Wall, makers: list[int]) -> None:
        """Send the beat of a wall, encoded once for pages with equal parts and numbers."""
        alike = defaultdict(list)
        for page, shown in live_wall.pages.items():
            waiting = sum(maker not in self._without.get(page, ()) for maker in makers)
            alike[shown, waiting].append(page)
        for (shown, waiting), pages in alike.items():
            await push(pages, self._beat(live_wall.order[:shown], waiting))

    def _beat(self, order: list[str], waiting: int) -> str:
        shown = {match: self._shown[match] for match in order}
        boards = {
            match: (followed.board.standing.seq, followed.watchers) for match, followed in shown.items()
        }
        return protocol.encode(protocol.WallBeat(clock.ms(clock.now()), boards, waiting))


def _picked(shown: str | Selection | None, now: datetime) -> list[Pick]:
    """Return the matches that a wall shows now."""
    if isinstance(shown, str):
        return wall.picked(shown, now)
    return [] if shown is None else shown.picked(now)


def _with_results(picked: list[str], before: list[str], stays: Callable[[str], bool]) -> list[str]:
    """Return ``picked`` with recently ended matches kept in place, so that people see their results."""
    order = list(picked)
    for place, match in enumerate(before):
        if match not in order and stays(match):
            order.insert(min(place, len(order)), match)
    return order


walls = Walls(hub)
