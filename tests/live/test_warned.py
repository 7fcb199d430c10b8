"""A moderator's warning reaches its person's open pages, and nobody else's."""

from __future__ import annotations

import json

import pytest
from asgiref.sync import sync_to_async

from games_app.live.audience import WarnedPages
from games_app.live.room import Connection
from games_app.models import Player, Report
from games_app.services.people import sanctions
from tests.cast import guest

pytestmark = pytest.mark.django_db(transaction=True)

ABUSE = "Insults and threats aren't allowed here."


class Page:
    """An open page, with the messages that it got."""

    def __init__(self, pages: WarnedPages, person: Player | None, language: str = "en") -> None:
        self.told: list[dict[str, str]] = []
        key = str(person.pk) if person else "~somewhere"
        self.connection = Connection("", key, (), self.keep, self.drop, seq=0, language=language)
        pages.enter(self.connection)

    async def keep(self, text: str) -> None:
        self.told.append(json.loads(text))

    async def drop(self, code: int) -> None:
        raise AssertionError(code)


@pytest.fixture
def pages():
    return WarnedPages()


async def warn(player: Player, reason: str = Report.Reason.ABUSE) -> None:
    await sync_to_async(sanctions.warn)(player, reason)


async def test_all_pages_of_the_person_are_told_once_each_in_its_language(pages):
    bob = await sync_to_async(guest)("bob")
    english, malay = Page(pages, bob), Page(pages, bob, "ms")
    await warn(bob)
    for _ in range(2):
        await pages.beat_once()
    assert [one["kind"] for one in english.told + malay.told] == ["warned", "warned"]
    assert english.told[0]["words"].startswith(ABUSE)
    assert malay.told[0]["words"] != english.told[0]["words"]


async def test_nobody_else_is_told(pages):
    alice, bob = await sync_to_async(guest)("alice"), await sync_to_async(guest)("bob")
    others = [Page(pages, alice), Page(pages, None)]
    await warn(bob)
    await pages.beat_once()
    assert [one.told for one in others] == [[], []]


async def test_a_page_that_has_gone_or_shows_nothing_yet_is_not_told(pages):
    bob = await sync_to_async(guest)("bob")
    gone, early = Page(pages, bob), Page(pages, bob)
    pages.leave(gone.connection)
    early.connection.seq = None
    await warn(bob)
    await pages.beat_once()
    assert (gone.told, early.told) == ([], [])
    early.connection.seq = 1
    await pages.beat_once()
    assert len(early.told) == 1


async def test_the_next_warning_is_told_after_the_last_was_confirmed(pages):
    bob = await sync_to_async(guest)("bob")
    page = Page(pages, bob)
    for reason in (Report.Reason.ABUSE, "", Report.Reason.SPAM, Report.Reason.SPAM):
        await warn(bob, reason)
        await pages.beat_once()
    assert len(page.told) == 2
