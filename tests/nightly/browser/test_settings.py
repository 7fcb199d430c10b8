"""Looks, motion and sound of boards are chosen in a dialog, apply at once, and stay chosen."""

from playwright.sync_api import expect

from tests.browser.lobby import at_the_board
from tests.browser.playing import Person
from tests.played import begin

WOOD = "getComputedStyle(document.querySelector('game-board stop')).stopColor"


def test_what_is_chosen_by_keys_holds_at_once_and_after_coming_back(server_url, alice):
    at_the_board(begin(server_url, "mancala"), alice=Person(alice))
    page = alice.page
    teak = page.evaluate(WOOD)
    opener = page.get_by_role("navigation", name="Site").get_by_role("button", name="Board and sound")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Board and sound")
    expect(dialog.get_by_role("radio", name="Teak")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("html")).to_have_attribute("data-board", "ebony")
    ebony = page.evaluate(WOOD)
    assert ebony != teak
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    alice.check_accessibility()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    Person(alice).pick("Sound")
    alice.reload()
    expect(page.locator("[data-do=sound]")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate(WOOD) == ebony
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
