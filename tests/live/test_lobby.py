"""The lobby over a socket: offers come and go by themselves, through any process."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async

from games_app.lib import clock
from games_app.live.lobby import LobbyPages
from games_app.match.messages import Cancel, Create, Join, MatchConfig
from games_app.match.terms import CLOCK_PRESETS
from games_app.models import LobbyPresence, Player, Presence
from games_app.people import presence
from games_app.people.faces import face_of_name
from games_app.record.commands.registry import Command
from games_app.record.writer import Writer
from tests.cast import begun_match, guest
from tests.live import pages as open_pages

pytestmark = pytest.mark.django_db(transaction=True)


class Page(open_pages.Page):
    """A page of the lobby."""

    def __init__(self, person: str = "1", language: str = "en") -> None:
        super().__init__(person=person, seq=0, language=language)

    @property
    def offers(self) -> list[str]:
        return [offer["id"] for offer in self.told("lobby")[-1]["offers"]]


async def opened(pages: LobbyPages, *args: str) -> Page:
    page = Page(*args)
    await pages.enter(page.connection)
    return page


def offered(name: str, game: str = "mancala") -> tuple[str, Player]:
    """Make an offer through another process; return its id and its maker."""
    maker = guest(name)
    config = MatchConfig(game, {}, "random", "public", CLOCK_PRESETS["5+3"], open_offer=True)
    return Writer().run([Command(Create(config, name), "", maker.pk)])[0].match, maker


def there_are(at_a_match: list[str], in_the_lobby: list[str]) -> None:
    """Store leases of these people for another process."""
    row, until = begun_match("mancala").row, clock.now() + timedelta(minutes=1)
    for person in at_a_match:
        Presence.objects.create(match=row, process="two", person=person, until=until)
    for person in in_the_lobby:
        LobbyPresence.objects.create(process="two", person=person, until=until)


async def test_all_who_come_at_once_are_told_of_the_offers():
    first, _ = await sync_to_async(offered)("alice")
    pages = LobbyPages()
    both = await asyncio.gather(opened(pages), opened(pages, "2"))
    assert [page.offers for page in both] == [[first], [first]]


async def test_a_page_is_told_of_the_offers_at_once_and_of_each_change():
    first, alice = await sync_to_async(offered)("alice")
    pages = LobbyPages()
    page = await opened(pages)
    assert page.offers == [first]
    assert page.told("lobby")[0]["offers"][0] | {"since": 0} == {
        "id": first,
        "game": "mancala",
        "title": "Mancala",
        "variant": "5+3",
        "name": "alice",
        "player": alice.public_id,
        "face": face_of_name("alice"),
        "since": 0,
        "rating": "",
        "pace": "",
        "bounds": None,
    }
    second, _ = await sync_to_async(offered)("bob")
    await pages.beat_once()
    assert page.offers == [first, second]
    await sync_to_async(Writer().run)([Command(Cancel(), first, alice.pk)])
    await pages.beat_once()
    assert page.offers == [second]
    carol = await sync_to_async(guest)("carol")
    await sync_to_async(Writer().run)([Command(Join("carol"), second, carol.pk)])
    await pages.beat_once()
    assert page.offers == []


async def test_people_in_the_lobby_and_at_matches_are_counted_once_each():
    await sync_to_async(there_are)(["7", "8"], ["9"])
    pages = LobbyPages()
    page = await opened(pages, "8")
    assert page.told("lobby")[0]["people"] == 3
    other = await opened(pages, "10")
    for _ in range(4):
        await pages.beat_once()
    assert page.told("beat")[-1]["people"] == 4
    await pages.leave(other.connection)
    assert await sync_to_async(presence.people_here)(clock.now()) == 3
