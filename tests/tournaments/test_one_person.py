"""Games of two people who may be one person: the maker and moderators see which, and nobody else does."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.test import Client as Browser
from django.urls import reverse

from games_app.lib import clock
from games_app.models import ClientMark, Match
from games_app.people import client_marks
from games_app.people.client_marks import Client
from games_app.tournaments import games
from games_app.tournaments.live import TournamentPages
from games_app.tournaments.progress import advance_due
from games_app.tournaments.record import System
from tests.cast import guest
from tests.live.pages import Page
from tests.tournaments.hall import Hall, resign
from tests.tournaments.test_pages import body, browser, send
from tests.tournaments.test_permissions import moderator

pytestmark = pytest.mark.django_db(transaction=True)

HOME = Client("203.0.113.7", "browser one")
ELSEWHERE = Client("198.51.100.9", "browser two")
SIGN = "They have used the same network or browser."


def hall_with_two_seats_of_one_person() -> Hall:
    """Return a round robin of alice, and of bob, carol and dave, of whom bob and carol have one browser."""
    hall = Hall(System.ROUND_ROBIN, 1)
    hall.join("bob", HOME)
    hall.join("carol", Client("192.0.2.1", HOME.browser))
    hall.join("dave", ELSEWHERE)
    return hall


def signs(hall: Hall) -> set[frozenset[str]]:
    marked = [pairing for pairing in hall.now.pairings if pairing.may_be_one]
    return {frozenset((hall.name(pairing.first_id), hall.name(pairing.second_id))) for pairing in marked}


def test_game_of_two_people_with_one_browser_gets_a_sign():
    hall = hall_with_two_seats_of_one_person()
    hall.play("bob", "carol")
    hall.play("bob", "dave")
    assert signs(hall) == {frozenset({"bob", "carol"})}


def test_sign_is_found_at_the_end_and_stays_when_the_marks_have_expired():
    hall = Hall(System.ROUND_ROBIN, 1)
    hall.join("bob", HOME)
    hall.join("carol", ELSEWHERE)
    match = hall.play("bob", "carol")
    assert not signs(hall)
    client_marks.record([(hall.people["carol"].pk, HOME)], clock.now())
    resign(match, hall.people["carol"])
    advance_due([hall.id])
    ClientMark.objects.all().delete()
    assert signs(hall) == {frozenset({"bob", "carol"})}
    assert hall.outcome("bob", "carol") == ("bob", "match")


def test_game_at_one_screen_has_no_sign():
    hall = hall_with_two_seats_of_one_person()
    pairing = hall.pairing("bob", "carol")
    games.play_at_one_screen(hall.id, hall.people["bob"], pairing.pk, clock.now())
    assert not signs(hall)


def test_form_of_a_member_renews_their_marks():
    hall = Hall(System.ROUND_ROBIN, 2)
    send(browser(hall.people["bob"]), hall, "pause")
    assert ClientMark.objects.filter(player=hall.people["bob"]).exists()
    send(browser(guest("mallory")), hall, "pause")
    assert set(ClientMark.objects.values_list("player", flat=True)) == {hall.people["bob"].pk}


PAGES = ("tournament", "print-tournament", "tournament-json", "tournament-csv")


@pytest.mark.parametrize("route", PAGES)
def test_only_the_maker_and_moderators_see_a_sign(route):
    hall = hall_with_two_seats_of_one_person()
    hall.win("bob", "carol")
    assert signs(hall)
    address = reverse(route, args=[hall.id])
    for player in (None, guest("mallory"), hall.people["bob"], hall.people["dave"]):
        page = body(browser(player).get(address))
        assert SIGN not in page
        assert "may_be_one" not in page
        assert "to check" not in page
    for player in (hall.alice, moderator()):
        assert (SIGN in body(browser(player).get(address))) == (route == "tournament")


@pytest.mark.parametrize(
    "path", ["/tournaments", "/watch", "/api/v1/tournaments", "/api/v1/tournaments/{id}"]
)
def test_lists_wall_and_api_have_no_sign(path):
    hall = hall_with_two_seats_of_one_person()
    hall.play("bob", "carol")
    page = body(Browser().get(path.format(id=hall.id)))
    assert SIGN not in page
    assert "may_be_one" not in page


def test_page_of_the_match_has_no_sign():
    hall = hall_with_two_seats_of_one_person()
    match = Match.objects.get(public_id=hall.play("bob", "carol"))
    for player in (None, hall.alice, hall.people["bob"]):
        assert SIGN not in body(browser(player).get(reverse("match", args=[match.public_id])))


def test_page_without_signs_says_nothing_of_them_to_the_maker():
    hall = Hall(System.ROUND_ROBIN, 2)
    page = body(browser(hall.alice).get(reverse("tournament", args=[hall.id])))
    assert 'data-block="check" hidden' in page


async def test_open_pages_get_a_sign_only_if_the_maker_looks():
    hall = await sync_to_async(hall_with_two_seats_of_one_person)()
    pages = TournamentPages()
    readers = [
        Page(match=hall.id, person=person, seq=0)
        for person in (str(hall.alice.pk), str(hall.people["bob"].pk), "~stranger")
    ]
    for page in readers:
        await pages.enter(page.connection)
    await sync_to_async(hall.play)("bob", "carol")
    await pages.beat_once()
    assert [SIGN in " ".join(page.texts) for page in readers] == [True, False, False]
    assert ["check" in " ".join(page.texts) for page in readers] == [True, False, False]
    for page in readers:
        await pages.leave(page.connection)


async def test_watchers_with_a_name_get_no_blocks_of_their_own():
    hall = await sync_to_async(Hall)(System.ROUND_ROBIN, 2)
    mallory = await sync_to_async(guest)("mallory")
    pages, page = TournamentPages(), Page(match=hall.id, person=str(mallory.pk), seq=0)
    await pages.enter(page.connection)
    assert not any("own" in told["blocks"] for told in page.told("tournament"))
    await pages.leave(page.connection)
