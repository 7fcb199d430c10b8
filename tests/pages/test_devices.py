"""Moving to another device: a phrase, shown once, makes a second browser the same player."""

from __future__ import annotations

import re

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from games_app.lib.ids import phrase_digest
from games_app.models import Device, ReturnPhrase
from games_app.people import players
from tests.pages.people import begun, make, seated

pytestmark = pytest.mark.django_db(transaction=True)

FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


def phrase_of(person: Client) -> str:
    """Return the phrase that a player gets on request."""
    page = person.post("/devices", {"do": "phrase"}).content.decode()
    found = re.search(r'class="phrase"[^>]*>([^<]+)<', page)
    assert found, page
    return found[1]


def come_back(person: Client, phrase: str, **sent: str):
    return person.post("/return", {"phrase": phrase} | sent)


def who(person: Client) -> str:
    player = players.current(person.session)
    return player.name if player else ""


@pytest.fixture
def phone():
    """alice's second device."""
    return Client(headers={"User-Agent": FIREFOX})


def test_a_phrase_brings_matches_and_seats_to_another_browser(alice, bob, phone):
    running = begun(alice, bob)
    assert come_back(phone, phrase_of(alice)).status_code == 302
    assert who(phone) == who(alice) == "alice"
    assert 'data-roles=""' not in phone.get(running).content.decode()
    assert "alice" in phone.get("/history?mine=1").content.decode()
    assert seated(running) == ["alice", "bob"]


def test_capitals_spaces_and_hyphens_of_a_phrase_do_not_matter(alice, phone):
    make(alice)
    assert come_back(phone, phrase_of(alice).upper().replace(" ", " - ")).status_code == 302
    assert who(phone) == "alice"


def test_a_phrase_works_once(alice, phone, mallory):
    make(alice)
    phrase = phrase_of(alice)
    come_back(phone, phrase)
    assert come_back(mallory, phrase).status_code == 422
    assert who(mallory) == ""


def test_a_new_phrase_replaces_the_old_one_and_one_can_be_deleted(alice, mallory):
    make(alice)
    old, new = phrase_of(alice), phrase_of(alice)
    assert come_back(mallory, old).status_code == 422
    alice.post("/devices", {"do": "revoke"})
    assert come_back(mallory, new).status_code == 422


def test_the_phrase_is_shown_once_and_stored_as_a_keyed_hash_alone(alice):
    make(alice)
    phrase = phrase_of(alice)
    assert phrase not in alice.get("/devices").content.decode()
    assert ReturnPhrase.objects.get().digest == phrase_digest(phrase) != phrase


def test_login_that_would_leave_a_match_behind_warns_first(alice, bob):
    make(bob, name="bob")
    make(alice)
    phrase = phrase_of(alice)
    asked = come_back(bob, phrase)
    assert asked.status_code == 409
    assert "bob in this browser, with 1 unfinished match" in asked.content.decode()
    assert who(bob) == "bob"
    assert come_back(bob, phrase, sure="yes").status_code == 302
    assert who(bob) == "alice"


def test_returning_player_gets_a_new_session(alice, phone):
    make(alice)
    phone.get("/return")
    phone.post("/name", {"name": "somebody"})
    planted = phone.session.session_key
    come_back(phone, phrase_of(alice))
    assert phone.session.session_key != planted
    assert not Session.objects.filter(session_key=planted).exists()


def test_devices_are_listed_by_browser_and_can_be_signed_out(alice, phone):
    make(alice)
    come_back(phone, phrase_of(alice))
    listed = alice.get("/devices").content.decode()
    assert "Firefox on Android" in listed
    device = Device.objects.get(title="Firefox on Android")
    alice.post("/devices", {"do": "sign_out", "device": device.pk})
    assert who(phone) == ""
    assert "Firefox on Android" not in alice.get("/devices").content.decode()
    assert who(alice) == "alice"


def test_device_of_somebody_else_is_not_signed_out(alice, mallory, phone):
    make(alice)
    come_back(phone, phrase_of(alice))
    make(mallory, name="mallory")
    for tried in ("", "x", "9" * 30, "-1", str(Device.objects.get(title="Firefox on Android").pk)):
        mallory.post("/devices", {"do": "sign_out", "device": tried})
    assert who(phone) == "alice"
