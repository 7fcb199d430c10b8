"""The open pages of clubs and of their rounds: each gets a wall of games, and its reader's board."""

from __future__ import annotations

from collections.abc import Callable

from games_app.clubs.record import Record, Sight
from games_app.clubs.round_calls import round_pages
from games_app.clubs.round_wall import SHOWN, games_of_round
from games_app.clubs.running import SHOWN_OF_CLASS, games_of
from games_app.lists.wall import Selection
from games_app.live.consumers import PageConsumer
from games_app.live.db_threads import read_for_visitor
from games_app.live.joining import NO_SUCH_MATCH
from games_app.live.room import Connection
from games_app.live.wall import walls
from games_app.models import Club


def visible(public_id: str, player_id: int | None) -> Club | None:
    """Return the club at this address; None if the person can't see its page."""
    club = Club.objects.filter(public_id=public_id).first()
    return club if club and Record(club).sight(player_id) >= Sight.PAGE else None


class ClubConsumer(PageConsumer):
    """Consumer of one page of a club. It only listens: people act by forms."""

    select: Callable[[Club], Selection] = staticmethod(games_of)
    """Function that returns the games of the page's wall."""
    most = SHOWN_OF_CLASS
    games: Selection | None = None

    async def _join(self) -> None:
        public_id = self.scope["url_route"]["kwargs"]["club"]
        connection = await self._listen()
        if connection is None:
            return
        club = await read_for_visitor(visible, public_id, self.player_id)
        if club is None:
            self.connection = None
            await self._close(NO_SUCH_MATCH)
            return
        self.games = self.select(club)
        await walls.enter(connection, self.games, "", shown=self.most)
        await round_pages.enter(connection, public_id)

    async def _catch_up(self, connection: Connection, after: int) -> None:
        if self.games:
            await walls.tell_all(connection, self.games)

    async def _leave(self, connection: Connection) -> None:
        if self.games:
            await walls.leave(connection, self.games)
            await round_pages.leave(connection)


class RoundConsumer(ClubConsumer):
    """Consumer of one page of a club's rounds."""

    select = staticmethod(games_of_round)
    most = SHOWN
