"""The open pages of a club: they are called to the reader's board, and their people count as present."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse

from games_app.clubs import classes, members, round_control
from games_app.clubs.record import Visibility
from games_app.clubs.round_calls import BEATS_PER_LEASE, RoundPages
from games_app.lib import clock
from games_app.live.room import MATCH_CLOSED, SESSION_ENDED
from games_app.models import Match, Player
from games_app.people import presence
from tests.clubs.club import Circle
from tests.clubs.test_classes import SchoolClass
from tests.clubs.test_rounds import begin
from tests.live.pages import Page

pytestmark = pytest.mark.django_db(transaction=True)


def news(page: Page) -> list[tuple[int, str]]:
    """Return the rounds and the addresses of own boards that a page was told, in their order."""
    return [(told["number"], told["board"]) for told in page.told("round")]


async def test_page_hears_of_its_readers_board_only_and_of_its_end():
    circle = await sync_to_async(Circle)("bob", "carol")
    pages, everybody = RoundPages(), [*(str(player.pk) for player in circle.people.values()), "~stranger"]
    opened = [Page(person=person, seq=0) for person in everybody]
    for page in opened:
        await pages.enter(page.connection, circle.id)
    await sync_to_async(begin)(circle, "alice", "bob")
    await pages.beat_once()
    await pages.beat_once()
    board = reverse("match", args=[await Match.objects.values_list("public_id", flat=True).aget()])
    assert [news(page)[1:] for page in opened] == [[(1, board)], [(1, board)], [(1, "")], [(1, "")]]
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


async def closed_after(pages: RoundPages, club: str, people: list[Player], change) -> list[int | None]:
    """Return the codes with which the pages of these people are closed after a change; None: it stays."""
    opened = [Page(person=str(player.pk), seq=0) for player in people]
    for page in opened:
        await pages.enter(page.connection, club)
    await sync_to_async(change)()
    for _beat in range(BEATS_PER_LEASE):
        await pages.beat_once()
    return [page.code for page in opened]


async def test_open_page_closes_for_somebody_who_was_taken_out():
    circle = await sync_to_async(Circle)("bob", "carol", visibility=Visibility.HIDDEN)
    bob, carol = circle.people["bob"], circle.people["carol"]

    def take_out() -> None:
        members.take_out(circle.id, circle.alice.pk, bob.public_id, clock.now())

    assert await closed_after(RoundPages(), circle.id, [bob, carol], take_out) == [MATCH_CLOSED, None]


async def test_open_page_closes_for_a_child_that_was_removed():
    school = await sync_to_async(SchoolClass)()

    def remove() -> None:
        classes.remove(school.id, school.teacher.pk, school.ann.public_id)

    people = [school.ann, school.ben, school.teacher]
    assert await closed_after(RoundPages(), school.id, people, remove) == [SESSION_ENDED, None, None]
