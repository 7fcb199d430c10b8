"""Consumer for pages that show a wall or follow a player to their next match."""

from __future__ import annotations

import re
from datetime import datetime
from urllib.parse import parse_qs

from django.conf import settings

from games_app.lib.ids import LENGTH
from games_app.lib.refusals import Refusal
from games_app.live import protocol
from games_app.live.admission import person_of
from games_app.live.consumers import PageConsumer, person_key
from games_app.live.db_threads import read
from games_app.live.handshake import NO_SUCH_MATCH, language_of
from games_app.live.room import Connection
from games_app.live.wall import Game, walls
from games_app.rules import GAMES
from games_app.services.people import membership

ALL = "all"
PLAYER = re.compile(rf"[2-9a-z]{{{LENGTH}}}")


class WatchConsumer(PageConsumer):
    """Consumer of a page with ``?wall=all`` or ``?wall=mancala``, or ``?follow=`` a player's public id."""

    wall: Game = None

    async def _join(self) -> None:
        asked = parse_qs(self.scope["query_string"].decode("latin-1"))
        name, followed = (asked.get(key, [""])[0] for key in ("wall", "follow"))
        if name not in ("", ALL, *GAMES) or not (name or PLAYER.fullmatch(followed)):
            await self._close(NO_SUCH_MATCH)
            return
        self.person = await person_of(self.scope["cookies"])
        if settings.CLOSED and await read(membership.is_closed_to, self.person):
            await self._close(NO_SUCH_MATCH)
            return
        self.wall = {"": None, ALL: ""}.get(name, name)
        language = language_of(self.scope)
        key = person_key(self.person, self.admitted)
        self.connection = Connection("", key, (), self._send, self._close, seq=0, language=language)
        await walls.enter(self.connection, self.wall, followed if PLAYER.fullmatch(followed) else "")

    async def _hear(self, connection: Connection, said: protocol.ClientMessage, received: datetime) -> None:
        match said:
            case protocol.Seen():
                connection.unseen = 0
            case protocol.Sync():
                connection.unseen = 0
                await walls.tell_all(connection, self.wall)
            case _:
                raise protocol.Malformed(Refusal("not_seated"), getattr(said, "cmd", None))

    async def _leave(self, connection: Connection) -> None:
        await walls.leave(connection, self.wall)
