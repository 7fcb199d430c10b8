"""Consumer for pages of the lobby."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings

from games_app.lib.refusals import Refusal
from games_app.live import protocol
from games_app.live.admission import person_of
from games_app.live.consumers import PageConsumer, person_key
from games_app.live.db_threads import read
from games_app.live.handshake import NO_SUCH_MATCH, language_of
from games_app.live.lobby import lobby_pages
from games_app.live.room import Connection
from games_app.services.people import blocks, membership


class LobbyConsumer(PageConsumer):
    """Consumer of one page of the lobby, which only listens: offers are made and taken by forms."""

    async def _join(self) -> None:
        self.person = await person_of(self.scope["cookies"])
        if settings.CLOSED and await read(membership.is_closed_to, self.person):
            await self._close(NO_SUCH_MATCH)
            return
        key, language = person_key(self.person, self.admitted), language_of(self.scope)
        self.connection = Connection("", key, (), self._send, self._close, seq=0, language=language)
        without = frozenset[int]() if self.person is None else await read(blocks.around, self.person)
        await lobby_pages.enter(self.connection, without)

    async def _hear(self, connection: Connection, said: protocol.ClientMessage, received: datetime) -> None:
        match said:
            case protocol.Seen():
                connection.unseen = 0
            case protocol.Sync():
                connection.unseen = 0
                await lobby_pages.tell([connection])
            case _:
                raise protocol.Malformed(Refusal("not_seated"), getattr(said, "cmd", None))

    async def _leave(self, connection: Connection) -> None:
        await lobby_pages.leave(connection)
