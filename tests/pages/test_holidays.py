"""The page of a player's holidays."""

from __future__ import annotations

from datetime import UTC, timedelta

import pytest
from django.test import Client

from games_app.archive.exports import texts
from games_app.lib import clock
from games_app.models import Holiday
from games_app.people import players
from tests.pages.people import begun, make

pytestmark = pytest.mark.django_db(transaction=True)


def take(person: Client, first: int, last: int, **more: str):
    """Send the form for the days so many days from today."""
    today = clock.now().astimezone(UTC).date()
    days = {name: str(today + timedelta(days=ahead)) for name, ahead in (("first", first), ("last", last))}
    return person.post("/holidays", days | {"zone": "UTC"} | more)


def test_stranger_reads_what_holidays_are_and_takes_none(alice):
    assert "Play a game first" in alice.get("/holidays").content.decode()
    assert take(alice, 0, 1).status_code == 200
    assert not Holiday.objects.exists()


def test_a_guest_takes_a_holiday_and_ends_it(alice, bob):
    begun(alice, bob, time="days", days="3")
    assert take(alice, 0, 4).status_code == 302
    page = alice.get("/holidays").content.decode()
    assert "End it now" in page
    holiday = Holiday.objects.get()
    assert alice.post("/holidays", {"do": "end", "holiday": holiday.pk}).status_code == 302
    assert "End it now" not in alice.get("/holidays").content.decode()
    assert Holiday.objects.get().last == holiday.first


@pytest.mark.parametrize("key", ["0", "9999999999999999999999", "x", ""])
def test_holiday_of_another_player_is_not_ended(alice, bob, key):
    make(alice)
    make(bob, name="bob")
    take(alice, 1, 2)
    holiday = Holiday.objects.get()
    for sent in (key, str(holiday.pk)):
        assert bob.post("/holidays", {"do": "end", "holiday": sent}).status_code == 302
    assert Holiday.objects.get() == holiday


def test_refused_days_are_explained(alice):
    make(alice)
    page = take(alice, 0, 30)
    assert page.status_code == 422
    assert "21 days of holiday a year" in page.content.decode()
    assert "before the first" in take(alice, 3, 2).content.decode()
    assert alice.post("/holidays", {"first": "tomorrow", "last": ""}).status_code == 422
    assert take(alice, 1, 1, zone="../etc/passwd").status_code == 302, "an unknown zone is UTC"


def test_files_of_a_player_list_the_holidays_and_a_withdrawal_deletes_them(alice):
    make(alice)
    take(alice, 1, 2)
    player = players.current(alice.session)
    assert "(UTC)" in texts(player)["holidays.txt"]
    assert alice.post("/withdraw", {"sure": "yes"}).status_code == 200
    assert not Holiday.objects.exists()


def test_the_terms_of_a_match_with_days_a_turn_state_holidays(alice, bob):
    daily = make(alice, time="days", days="3")
    for address, is_stated in ((daily, True), (make(alice, time="real", minutes="5", increment="3"), False)):
        assert ("21 days of holiday a year" in bob.get(address).content.decode()) is is_stated
