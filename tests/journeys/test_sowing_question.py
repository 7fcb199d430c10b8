"""A club asks where a sowing ends: people tap the place on their phones, and then all see it sown."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.accounts import account
from tests.browser.playing import Person
from tests.browser.reading import check

PHONE = {"viewport": {"width": 390, "height": 844}}


def test_club_says_where_a_sowing_ends_and_sees_it_sown(player, server_url):
    alice, bob = Person(player("alice")), Person(player("bob", **PHONE))
    account(alice, server_url, "alice")
    alice.player.open("/clubs/new")
    alice.page.get_by_label("Name of the club").fill("Cafe")
    alice.page.get_by_role("button", name="Make the club").click()
    link = alice.page.get_by_label("Link to the club").input_value()
    bob.player.open(link)
    bob.page.get_by_label("Your name").fill("bob")
    bob.page.get_by_role("button", name="Join").click()
    alice.page.get_by_role("link", name="Choose a position").click()
    alice.page.get_by_role("region", name="Sow in your head").get_by_role("link", name="Mancala").click()
    alice.page.get_by_role("link", name="Captures").click()
    check(alice)
    alice.page.get_by_role("button", name="Ask this position").click()
    expect(alice.page.get_by_role("heading", name="Where does the last one fall?")).to_be_visible()
    bob.page.reload()
    bob.page.get_by_role("link", name="Answer the question").click()
    for place in ("p1", "p7"):
        bob.stop(place).click()
        expect(bob.page.get_by_text(f"Your answer: pit {place[1:]}. You can change it")).to_be_visible()
    check(bob)
    expect(alice.page.get_by_text("1 of 1 has answered.")).to_be_visible()
    alice.page.get_by_role("link", name="Big screen").click()
    alice.page.get_by_role("button", name="Close the question").click()
    expect(bob.page.get_by_text("your answer")).to_be_visible()
    alice.page.get_by_role("button", name="Sow it").click()
    for person in (alice, bob):
        expect(person.page.get_by_text("The last stone falls into")).to_be_visible()
    check(alice)
    check(bob)
