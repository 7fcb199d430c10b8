"""The open pages of questions in this process: they get what may be shown of them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from games_app.analysis.fairness import is_seated
from games_app.clubs.questions import QuestionShown, shown
from games_app.clubs.record import Record
from games_app.lib import clock
from games_app.lib.clock import ms
from games_app.live import protocol
from games_app.live.audience import Audience, push
from games_app.live.consumers import PageConsumer
from games_app.live.db_threads import read_for_visitor
from games_app.live.joining import NO_SUCH_MATCH
from games_app.live.room import MATCH_CLOSED, Connection
from games_app.models import Club, ClubQuestion


class QuestionBeat(Struct, tag_field="kind", tag="beat", frozen=True):
    """Sent every second in which nothing has changed."""

    seq: int
    now: int


class Reading(Struct, frozen=True):
    """A club's question, its members, and those of them who play its game against somebody."""

    question: QuestionShown
    members: frozenset[int]
    playing: frozenset[int]


class QuestionPages(Audience):
    """The open pages of the members of all clubs."""

    def __init__(self) -> None:
        super().__init__("Questions of clubs can't be read")
        self._pages: dict[str, dict[Connection, QuestionShown | None]] = {}
        """Club -> its open pages, each with what it shows."""

    @property
    def seconds(self) -> float:
        return 1.0

    def reset(self) -> None:
        self._pages.clear()

    async def enter(self, page: Connection) -> None:
        """Send a page its club's question, and then its changes."""
        self.start()
        self._pages.setdefault(page.match, {})[page] = None
        await self._update([page.match])

    def leave(self, page: Connection) -> None:
        pages = self._pages.get(page.match, {})
        pages.pop(page, None)
        if not pages:
            self._pages.pop(page.match, None)

    async def beat_once(self) -> None:
        """Send the pages what has changed, and the others that they are not forgotten."""
        await self._update(list(self._pages))

    async def _update(self, clubs: list[str]) -> None:
        if not clubs:
            return
        viewers = {int(page.viewer) for club in clubs for page in self._pages.get(club, {}) if page.known}
        readings = await read_for_visitor(_readings, clubs, viewers)
        beat = protocol.encode(QuestionBeat(0, ms(clock.now())))
        for club in clubs:
            reading = readings.get(club)
            for page, before in list(self._pages.get(club, {}).items()):
                if reading is None or not page.known or int(page.viewer) not in reading.members:
                    self.leave(page)
                    await page.dismiss(MATCH_CLOSED)
                    continue
                question = reading.question
                if int(page.viewer) in reading.playing:
                    question = question.for_players
                if question == before:
                    await push([page], beat)
                    continue
                self._pages[club][page] = question
                await push([page], protocol.encode(question))


def _readings(clubs: Iterable[str], viewers: set[int]) -> dict[str, Reading]:
    readings = {}
    for club in Club.objects.filter(public_id__in=list(clubs)):
        record = Record(club)
        question = shown(record)
        members = frozenset(record.by_player)
        playing: frozenset[int] = frozenset()
        if question.state:
            game = ClubQuestion.objects.get(pk=question.id).game
            playing = frozenset(viewer for viewer in viewers & members if is_seated(game, viewer))
        readings[club.public_id] = Reading(question, members, playing)
    return readings


question_pages = QuestionPages()


class QuestionConsumer(PageConsumer):
    """Consumer of one page of a question. It only listens: people answer by requests."""

    async def _join(self) -> None:
        connection = await self._listen()
        if connection is None:
            return
        connection.match = self.scope["url_route"]["kwargs"]["club"]
        if not await read_for_visitor(_is_member, connection.match, self.player_id):
            self.connection = None
            await self._close(NO_SUCH_MATCH)
            return
        await question_pages.enter(connection)

    async def _catch_up(self, connection: Connection, after: int) -> None:
        await question_pages.enter(connection)

    async def _leave(self, connection: Connection) -> None:
        question_pages.leave(connection)


def _is_member(public_id: str, player_id: int | None) -> bool:
    club = Club.objects.filter(public_id=public_id).first()
    return club is not None and Record(club).member(player_id) is not None
