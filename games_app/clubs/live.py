"""The open pages of clubs: each gets the wall of its members' running games."""

from __future__ import annotations

from games_app.clubs.record import Record, Sight
from games_app.clubs.running import SHOWN, ClubGames
from games_app.live.consumers import PageConsumer
from games_app.live.db_threads import read_for_visitor
from games_app.live.joining import NO_SUCH_MATCH
from games_app.live.room import Connection
from games_app.live.wall import walls
from games_app.models import Club


def may_watch(public_id: str, player_id: int | None) -> bool:
    """Return whether there is a club at this address, and this person sees its page."""
    club = Club.objects.filter(public_id=public_id).first()
    return club is not None and Record(club).sight(player_id) >= Sight.PAGE


class ClubConsumer(PageConsumer):
    """Consumer of one page of a club. It only listens: people act by forms."""

    games: ClubGames | None = None

    async def _join(self) -> None:
        public_id = self.scope["url_route"]["kwargs"]["club"]
        connection = await self._listen()
        if connection is None:
            return
        if not await read_for_visitor(may_watch, public_id, self.player_id):
            self.connection = None
            await self._close(NO_SUCH_MATCH)
            return
        self.games = ClubGames(public_id)
        await walls.enter(connection, self.games, "", shown=SHOWN)

    async def _catch_up(self, connection: Connection, after: int) -> None:
        if self.games:
            await walls.tell_all(connection, self.games)

    async def _leave(self, connection: Connection) -> None:
        if self.games:
            await walls.leave(connection, self.games)
