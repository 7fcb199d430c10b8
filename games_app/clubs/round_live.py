"""The open pages of rounds: each gets the wall of the round, and its reader's board."""

from __future__ import annotations

from games_app.clubs.record import Record, Sight
from games_app.clubs.round_calls import round_pages
from games_app.clubs.round_wall import SHOWN, RoundGames, games_of_round
from games_app.live.consumers import PageConsumer
from games_app.live.db_threads import read_for_visitor
from games_app.live.joining import NO_SUCH_MATCH
from games_app.live.room import Connection
from games_app.live.wall import walls
from games_app.models import Club


def round_for(public_id: str, player_id: int | None) -> RoundGames | None:
    """Return the games of the newest round at this address; None if the person can't see the club's page."""
    club = Club.objects.filter(public_id=public_id).first()
    return games_of_round(club) if club and Record(club).sight(player_id) >= Sight.PAGE else None


class RoundConsumer(PageConsumer):
    """Consumer of one page of a club's rounds. It only listens: people act by forms."""

    games: RoundGames | None = None

    async def _join(self) -> None:
        public_id = self.scope["url_route"]["kwargs"]["club"]
        connection = await self._listen()
        if connection is None:
            return
        self.games = await read_for_visitor(round_for, public_id, self.player_id)
        if self.games is None:
            self.connection = None
            await self._close(NO_SUCH_MATCH)
            return
        await walls.enter(connection, self.games, "", shown=SHOWN)
        await round_pages.enter(connection, public_id)

    async def _catch_up(self, connection: Connection, after: int) -> None:
        if self.games:
            await walls.tell_all(connection, self.games)

    async def _leave(self, connection: Connection) -> None:
        if self.games:
            await walls.leave(connection, self.games)
            await round_pages.leave(connection)
