"""Setting up a position on the analysis board."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import Person


def set_up(person: Person, game: str, query: str = "") -> Page:
    """The board of a game, ready for a position to be set up."""
    page = person.player.open(f"/board/{game}{query}")
    person.press(page.get_by_role("button", name="Set up", exact=True))
    expect(panel(page)).to_be_visible()
    return page


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Set up a position")


def button(page: Page, name: str) -> Locator:
    return panel(page).get_by_role("button", name=name, exact=True)


def told(page: Page) -> Locator:
    return page.locator(".trial-say")


def done(page: Page) -> None:
    button(page, "Done").click()
    expect(panel(page)).to_be_hidden()
