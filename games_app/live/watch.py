"""The socket of the wall, and of pages that follow a player."""

from __future__ import annotations

import re
from urllib.parse import parse_qs

from games_app.games.rules import GAMES
from games_app.lib import request_cookies
from games_app.lib.ids import LENGTH
from games_app.lists import offers, wall
from games_app.live.consumers import PageConsumer
from games_app.live.db_threads import read
from games_app.live.joining import NO_SUCH_MATCH
from games_app.live.room import Connection
from games_app.live.wall import WallFilter, walls


def _shown(query: dict[str, list[str]]) -> int:
    """Return how many matches a page shows: whole parts of the wall, so that few pages differ."""
    text = query.get("shown", [""])[0]
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else wall.SHOWN
    return min(max(-(-number // wall.PART), 1) * wall.PART, wall.SHOWN)


ALL, FRIENDS = "all", "friends"
PLAYER = re.compile(rf"[2-9a-z]{{{LENGTH}}}")


class WatchConsumer(PageConsumer):
    """Consumer of a page with ``?wall=all``, ``friends`` or ``mancala``, or ``?follow=`` a public id.

    ``shown`` is how many matches of the wall it shows, all without it.
    """

    wall: WallFilter = None

    async def _join(self) -> None:
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        name, followed = (query.get(key, [""])[0] for key in ("wall", "follow"))
        if name not in ("", ALL, FRIENDS, *GAMES) or not (name or PLAYER.fullmatch(followed)):
            await self._close(NO_SUCH_MATCH)
            return
        if connection := await self._listen():
            me = self.player_id
            self.wall = {"": None, ALL: "", FRIENDS: me}.get(name, name)
            followed = followed if PLAYER.fullmatch(followed) else ""
            if name == FRIENDS:
                connection.session = request_cookies.session_key_in(self.scope["cookies"]) or ""
            without = frozenset[int]() if me is None else await read(offers.not_counted_for, me)
            await walls.enter(connection, self.wall, followed, without, _shown(query))

    async def _catch_up(self, connection: Connection, after: int) -> None:
        await walls.tell_all(connection, self.wall)

    async def _leave(self, connection: Connection) -> None:
        await walls.leave(connection, self.wall)
