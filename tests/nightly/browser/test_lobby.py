"""Making a match: the link, the seat, the same screen, and rematches."""

import random

import pytest
from playwright.sync_api import expect

from games_app.games.rules import GAMES
from tests.browser.lobby import make
from tests.browser.playing import Person


def test_the_waiting_room_hands_the_link_on(alice):
    alice.context.grant_permissions(["clipboard-read", "clipboard-write"])
    alice = Person(alice)
    link = make(alice, "morris")
    page = alice.page
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    expect(page.get_by_role("figure", name="QR code").locator("svg")).to_be_visible()
    expect(page.get_by_role("heading", name="How Nine Men's Morris is played")).to_be_visible()


@pytest.mark.parametrize("game", ["morris", "congkak"])
def test_two_people_play_at_one_screen(alice, game):
    alice = Person(alice)
    page = alice.player.open("/")
    page.get_by_role("link", name="Two at this screen").click()
    page.get_by_role("main").get_by_role("link", name=GAMES[game].name, exact=True).click()
    expect(page.get_by_role("textbox")).to_have_count(2)
    alice.player.check_accessibility()
    for n, name in enumerate(("Aina", "Bakar")):
        page.get_by_role("textbox").nth(n).fill(name)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(alice.marked.first).to_be_visible()
    for name in ("Aina", "Bakar"):
        expect(page.locator(".seat-name").filter(has_text=name)).to_be_visible()
    alice.still()
    for ply in range(1, 7):
        place = alice.scrubber.get_attribute("aria-valuetext") or ""
        alice.press_one(alice.marked, random.Random(ply))
        alice.moved_on(place)
    assert alice.ply >= 5
