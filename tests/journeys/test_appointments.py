"""A time for a game: two friends agree on it and play, and see on one wall which friends are playing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accounts import account
from tests.browser.lobby import send
from tests.browser.playing import Person
from tests.browser.reading import check
from tests.turning import TurningClock, on_sqlite
from tests.web_server import DATABASE, Server

PHONE = {"viewport": {"width": 390, "height": 844}}
ZONES = {"alice": "Asia/Kuala_Lumpur", "bob": "America/Bogota"}


@pytest.fixture
def clock(tmp_path: Path) -> TurningClock:
    return TurningClock(tmp_path)


@pytest.fixture
def turned_site(clock: TurningClock, tmp_path: Path) -> Iterator[Server]:
    """A site whose clock can be turned."""
    with Server(tmp_path / "turned", clock.env | {"TRUSTED_PROXIES": "127.0.0.1"}) as running:
        yield running


def fill_time(page: Page, ahead: timedelta, zone_hours: int) -> None:
    """Fill in a time ahead, as a person in a zone so far from UTC writes it."""
    local = datetime.now(UTC) + ahead + timedelta(hours=zone_hours)
    page.get_by_label("Date and time").fill(f"{local:%Y-%m-%dT%H:%M}")


def befriend(alice: Person, bob: Person, alices: str, bobs: str) -> None:
    bob.player.open("/friends")
    alice.player.open(bob.page.get_by_label("Address of your page").input_value())
    alice.press(alice.page.get_by_role("button", name=f"Ask {bobs} to be friends"))
    expect(alice.page.get_by_text(f"You have asked {bobs} to be friends.")).to_be_visible()
    bob.press(bob.page.get_by_role("button", name="Accept"))
    expect(bob.page.get_by_role("link", name=f"Invite : {alices}")).to_be_visible()


def test_two_friends_agree_on_a_time_and_play_then(player, turned_site, clock):
    url = turned_site.url
    alice = Person(player("alice", base_url=url, timezone_id=ZONES["alice"], **PHONE))
    bob = Person(player("bob", base_url=url, timezone_id=ZONES["bob"]))
    alices, bobs = account(alice, url, "alice"), account(bob, url, "bob")
    befriend(alice, bob, alices, bobs)

    alice.player.open("/friends")
    alice.press(alice.page.get_by_role("link", name=f"Invite : {bobs}"))
    alice.press(alice.page.get_by_role("link", name="At a time"))
    expect(alice.page.get_by_text("Asia/Kuala Lumpur")).to_be_visible()
    fill_time(alice.page, timedelta(hours=2), 8)
    alice.page.locator("[data-chip=time] > summary").click()
    alice.page.get_by_role("radio", name="5 minutes each").check()
    alice.page.locator("[data-chip=absence] > summary").click()
    alice.page.get_by_role("radio", name="Claim a win").check()
    check(alice)
    alice.press(alice.page.get_by_role("button", name="Propose this time"))
    expect(alice.page.get_by_text(f"{bobs} has not answered yet.")).to_be_visible()
    check(alice)

    bob.player.open("/lobby")
    bob.press(bob.page.get_by_role("link", name="View").first)
    expect(bob.page.get_by_text(f"{alices} proposes this time.")).to_be_visible()
    check(bob)
    bob.page.get_by_text("Propose another time").click()
    fill_time(bob.page, timedelta(hours=3), -5)
    bob.press(bob.page.get_by_role("button", name="Propose this time"))
    expect(bob.page.get_by_text(f"{alices} has not answered yet.")).to_be_visible()

    # Her page shows the new time by itself.
    alice.press(alice.page.get_by_role("button", name="Agree"))
    expect(alice.page.get_by_text("Agreed.")).to_be_visible()
    with alice.page.expect_download() as download:
        alice.page.get_by_role("link", name="Add to calendar").click()
    assert "BEGIN:VEVENT" in download.value.path().read_text()

    clock.turn(3 * 3600, on_sqlite(turned_site.data / DATABASE))
    bob.press(bob.page.get_by_role("button", name="Play now"))
    expect(bob.page.get_by_text(f"Waiting for {alices}.")).to_be_visible()
    expect(alice.page.get_by_text(f"{bobs} is waiting for you.")).to_be_visible()
    check(alice)
    alice.press(alice.page.get_by_role("button", name="Play now"))
    expect(alice.page).to_have_url(re.compile("/m/"))
    expect(bob.page).to_have_url(alice.page.url)
    for person in (alice, bob):
        expect(person.board).to_be_visible()


def test_friends_page_shows_the_running_games_of_friends_live(player, server_url):
    alice, bob, carol = (Person(player(name)) for name in ("alice", "bob", "carol"))
    alices, bobs = account(alice, server_url, "alice"), account(bob, server_url, "bob")
    befriend(alice, bob, alices, bobs)
    alice.player.open("/friends")
    playing = alice.page.get_by_role("region", name="Playing now")
    expect(playing.get_by_text("None of your friends is playing in public right now.")).to_be_visible()
    check(alice)
    link = send(bob, "/new/mancala", name=bobs, side="north", visibility="public")
    send(carol, f"{link}/join", name="carol")
    expect(playing.get_by_role("listitem")).to_contain_text(bobs)
    expect(playing.locator("game-board svg")).to_be_visible()
    check(alice)
    bob.player.open("/friends")
    own = bob.page.get_by_role("region", name="Playing now")
    expect(own.get_by_role("listitem")).to_have_count(0)
    bob.page.get_by_label("My friends see when I'm here").uncheck()
    bob.press(bob.page.get_by_role("button", name="Save"))
    expect(playing.get_by_role("listitem")).to_have_count(0)
