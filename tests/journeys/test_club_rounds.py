"""A round of a club: the open pages of its members go to their boards, and a big screen shows the games."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.accounts import account
from tests.browser.playing import Person
from tests.browser.reading import check

PHONE = {"viewport": {"width": 390, "height": 844}}


def test_open_pages_go_to_their_boards_and_the_screen_shows_pause_and_end(player, server_url):
    alice, bob, carol = (
        Person(player("alice")),
        Person(player("bob", **PHONE)),
        Person(player("carol", **PHONE)),
    )
    account(alice, server_url, "alice")
    alice.player.open("/clubs/new")
    alice.page.get_by_label("Name of the club").fill("Cafe")
    alice.page.get_by_role("button", name="Make the club").click()
    link = alice.page.get_by_label("Link to the club").input_value()
    for person, name in ((bob, "bob"), (carol, "carol")):
        person.player.open(link)
        person.page.get_by_label("Your name").fill(name)
        person.page.get_by_role("button", name="Join").click()
        expect(person.page.get_by_role("heading", name="Members")).to_be_visible()
    alice.page.get_by_role("link", name="Pair the members").click()
    for name in ("bob", "carol"):
        alice.page.get_by_role("checkbox", name=re.compile(name)).check()
    alice.page.get_by_role("checkbox", name=re.compile("alice")).uncheck()
    check(alice, dark=False)
    alice.page.get_by_role("button", name="Begin all games").click()
    for person in (bob, carol):
        expect(person.board).to_be_visible()
    expect(bob.page).to_have_url(carol.page.url)
    alice.page.get_by_role("button", name="Pause all").click()
    expect(bob.page.get_by_text("The match is paused", exact=False).first).to_be_visible()
    alice.page.get_by_role("link", name="For a big screen").click()
    board = alice.page.get_by_role("region", name="Boards").get_by_role("listitem")
    expect(board.get_by_text("Paused")).to_be_visible()
    bob.resign()
    expect(board.get_by_text("carol won")).to_be_visible()
