"""The open pages of a club: they are called to the reader's board, and their people count as present."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from games_app.clubs import round_control
from games_app.clubs.round_calls import RoundPages
from games_app.lib import clock
from games_app.models import Match
from games_app.people import presence
from tests.clubs.club import Circle
from tests.clubs.test_rounds import begin
from tests.live.pages import Page

pytestmark = pytest.mark.django_db(transaction=True)


def news(page: Page) -> list[tuple[int, str]]:
    """Return the rounds and own games that a page was told, in their order."""
    return [(told["number"], told["match"]) for told in page.told("round")]


async def test_page_hears_of_its_readers_board_only_and_of_its_end():
    circle = await sync_to_async(Circle)("bob", "carol")
    pages, everybody = RoundPages(), [*(str(player.pk) for player in circle.people.values()), "~stranger"]
    opened = [Page(person=person, seq=0) for person in everybody]
    for page in opened:
        await pages.enter(page.connection, circle.id)
    await sync_to_async(begin)(circle, "alice", "bob")
    await pages.beat_once()
    await pages.beat_once()
    match = await Match.objects.values_list("public_id", flat=True).aget()
    assert [news(page)[1:] for page in opened] == [[(1, match)], [(1, match)], [(1, "")], [(1, "")]]
    await sync_to_async(round_control.end)(circle.id, circle.alice.pk)
    await pages.beat_once()
    assert news(opened[0])[-1] == (1, "")
    for page in opened:
        await pages.leave(page.connection)


async def test_people_are_present_as_long_as_a_page_of_theirs_is_open():
    circle = await sync_to_async(Circle)("bob")
    pages, bob = RoundPages(), circle.people["bob"].pk
    page, other = (Page(person=str(bob), seq=0) for _ in range(2))
    for each in (page, other):
        await pages.enter(each.connection, circle.id)
    seen = []
    for each in (page, other):
        await pages.leave(each.connection)
        seen.append(bob in await sync_to_async(presence.present)([bob], clock.now()))
    assert seen == [True, False]
