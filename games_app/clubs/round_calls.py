"""The open pages of clubs and of their rounds: members are called to their boards.

Their members count as present: these pages hold the same leases as the lobby.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from contextlib import suppress

from django.db import DatabaseError
from django.utils.translation import override
from msgspec import Struct

from games_app.clubs import simul_score
from games_app.clubs.record import Record
from games_app.clubs.round_wall import newest_rounds, seats
from games_app.clubs.simuls import may_watch
from games_app.lib import clock
from games_app.live import protocol
from games_app.live.audience import Audience
from games_app.live.authentication import dismiss_ended
from games_app.live.db_threads import note, read
from games_app.live.room import MATCH_CLOSED, Connection
from games_app.models import Club, ClubRound
from games_app.people import presence
from games_app.people.presence import LEASE

BEATS_PER_LEASE = 3
"""Beats between two renewals of leases, and between two looks at who may see the clubs: 9 s."""


class RoundNews(Struct, tag_field="kind", tag="round", frozen=True):
    """The newest round of a club, and where the reader plays in it; sent when they change."""

    number: int
    """0 before the first round."""
    board: str
    """Path of the page; empty if the reader plays in no game of it."""
    score: str = ""
    """The running score of a simul in words; empty in other rounds."""


class RoundPages(Audience):
    """The open pages of clubs and their rounds in this process."""

    def __init__(self) -> None:
        super().__init__("Rounds of clubs can't be read")
        self._process = secrets.token_hex(6)
        self._pages: dict[Connection, str] = {}
        """Page -> the club's public id."""
        self._told: dict[Connection, RoundNews] = {}
        self._beats = 0

    def reset(self) -> None:
        self._pages.clear()
        self._told.clear()

    async def enter(self, page: Connection, club: str) -> None:
        """Send a page the newest round of its club, and then the next ones."""
        self.start()
        self._pages[page] = club
        await self._renew([page])
        await self._tell([page])

    async def leave(self, page: Connection) -> None:
        self._pages.pop(page, None)
        self._told.pop(page, None)
        if page.known and all(other.viewer != page.viewer for other in self._pages):
            with suppress(DatabaseError):  # the lease runs out by itself
                await note(presence.release_lobby, self._process, page.viewer, clock.now())

    async def beat_once(self) -> None:
        """Send what has changed, and now and then renew the leases."""
        if not self._pages:
            return
        if self._beats % BEATS_PER_LEASE == 0:
            await self._dismiss(list(self._pages))
            await self._renew([page for page in self._pages if not page.closing])
        self._beats += 1
        await self._tell(list(self._pages))

    async def _dismiss(self, pages: list[Connection]) -> None:
        """Close the pages of people who may see their club no more."""
        await dismiss_ended(pages)
        seen = await read(_seen, {(self._pages[page], page.viewer) for page in pages if page in self._pages})
        for page in pages:
            if (self._pages.get(page), page.viewer) not in seen and not page.closing:
                await page.dismiss(MATCH_CLOSED)

    async def _renew(self, pages: list[Connection]) -> None:
        people = {page.viewer: page.silence for page in pages if page.known and page.silence < LEASE}
        if people:
            with suppress(DatabaseError):  # the next renewal tries again
                await note(presence.renew_lobby, self._process, people, clock.now())

    async def _tell(self, pages: list[Connection]) -> None:
        clubs = {self._pages[page] for page in pages}
        people = {int(page.viewer) for page in pages if page.known}
        newest = await read(newest_rounds, clubs)
        own = await read(seats, clubs, people) if people else {}
        simuls = [each for each in newest.values() if each.is_simul]
        scores = await read(_scores, simuls, {page.language for page in pages}) if simuls else {}
        for page in pages:
            if (club := self._pages.get(page)) is None:
                continue
            player = int(page.viewer) if page.known else 0
            number = newest[club].number if club in newest else 0
            score = scores.get((club, page.language), "")
            news = RoundNews(number, own.get((club, player), ""), score)
            if self._told.get(page) != news:
                self._told[page] = news
                await page.push(protocol.encode(news))


def _seen(pages: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return those of these pages, each a club and a viewer, whose viewers may still see the games."""
    clubs = Club.objects.filter(public_id__in={club for club, _ in pages})
    records = {club.public_id: Record(club) for club in clubs}
    return {
        (club, viewer)
        for club, viewer in pages
        if club in records and may_watch(records[club], int(viewer) if viewer.isdecimal() else None)
    }


def _scores(simuls: Collection[ClubRound], languages: Collection[str]) -> dict[tuple[str, str], str]:
    """Return the running scores: (club, language) -> words."""
    scores = {}
    for simul in simuls:
        counted = simul_score.counted(simul)
        for language in languages:
            with override(language):
                scores[simul.club.public_id, language] = simul_score.in_words(simul, counted)
    return scores


round_pages = RoundPages()
