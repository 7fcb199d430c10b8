"""The open pages of clubs, of their rounds and of a simul's giver: each gets a wall of games."""

from __future__ import annotations

from collections.abc import Callable

from games_app.clubs.record import Record, Sight
from games_app.clubs.round_calls import round_pages
from games_app.clubs.round_wall import SHOWN, games_of_round, games_of_simul
from games_app.clubs.running import SHOWN_OF_CLASS, games_of
from games_app.clubs.simuls import given_by, may_watch
from games_app.lists.wall import Selection
from games_app.live.consumers import PageConsumer
from games_app.live.db_threads import read_for_visitor
from games_app.live.joining import NO_SUCH_MATCH
from games_app.live.room import Connection
from games_app.live.wall import walls
from games_app.models import Club

Wall = Callable[[Club, int | None], Selection | None]
"""Function that returns the games of a page's wall; None if the person may not see them."""


def of_club(club: Club, player_id: int | None) -> Selection | None:
    return games_of(club) if Record(club).sight(player_id) >= Sight.PAGE else None


def of_round(club: Club, player_id: int | None) -> Selection | None:
    return games_of_round(club) if may_watch(Record(club), player_id) else None


def of_simul(club: Club, player_id: int | None) -> Selection | None:
    simul = given_by(club, player_id)
    return games_of_simul(simul) if simul else None


def _selected(public_id: str, player_id: int | None, wall: Wall) -> Selection | None:
    club = Club.objects.filter(public_id=public_id).first()
    return wall(club, player_id) if club else None


class ClubConsumer(PageConsumer):
    """Consumer of one page of a club. It only listens: people act by forms."""

    wall: Wall = staticmethod(of_club)
    most = SHOWN_OF_CLASS
    is_called = True
    """True if the page goes to its reader's board when a round begins."""
    games: Selection | None = None

    async def _join(self) -> None:
        public_id = self.scope["url_route"]["kwargs"]["club"]
        connection = await self._listen()
        if connection is None:
            return
        self.games = await read_for_visitor(_selected, public_id, self.player_id, self.wall)
        if self.games is None:
            self.connection = None
            await self._close(NO_SUCH_MATCH)
            return
        await walls.enter(connection, self.games, "", shown=self.most)
        if self.is_called:
            await round_pages.enter(connection, public_id)

    async def _catch_up(self, connection: Connection, after: int) -> None:
        if self.games:
            await walls.tell_all(connection, self.games)

    async def _leave(self, connection: Connection) -> None:
        if self.games:
            await walls.leave(connection, self.games)
            if self.is_called:
                await round_pages.leave(connection)


class RoundConsumer(ClubConsumer):
    """Consumer of one page of a club's rounds."""

    wall = staticmethod(of_round)
    most = SHOWN


class SimulConsumer(RoundConsumer):
    """Consumer of the boards beside the one at which a simul's giver is."""

    wall = staticmethod(of_simul)
    is_called = False
