"""A moderator's warning reaches its person's open pages, and nobody else's."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from games_app.live.audience import WarnedPages
from games_app.models import Player, Report
from games_app.people import sanctions
from tests.cast import guest
from tests.live import pages as open_pages

pytestmark = pytest.mark.django_db(transaction=True)

ABUSE = "Insults and threats aren't allowed here."


class Page(open_pages.Page):
    """An open page."""

    def __init__(self, pages: WarnedPages, person: Player | None, language: str = "en") -> None:
        super().__init__(person=str(person.pk) if person else "~somewhere", seq=0, language=language)
        pages.enter(self.connection)


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
    assert [one["kind"] for one in english.messages + malay.messages] == ["warned", "warned"]
    assert english.messages[0]["words"].startswith(ABUSE)
    assert malay.messages[0]["words"] != english.messages[0]["words"]


async def test_warning_is_sent_to_its_receiver_only(pages):
    alice, bob = await sync_to_async(guest)("alice"), await sync_to_async(guest)("bob")
    others = [Page(pages, alice), Page(pages, None)]
    await warn(bob)
    await pages.beat_once()
    assert [one.messages for one in others] == [[], []]


async def test_the_next_warning_is_told_after_the_last_was_confirmed(pages):
    bob = await sync_to_async(guest)("bob")
    page = Page(pages, bob)
    for reason in (Report.Reason.ABUSE, "", Report.Reason.SPAM, Report.Reason.SPAM):
        await warn(bob, reason)
        await pages.beat_once()
    assert len(page.messages) == 2
