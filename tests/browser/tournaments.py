"""Tournaments as people make and join them."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import Person


def make(alice: Person, system: str, numbers: Mapping[str, str] | None = None, **chosen: str) -> str:
    """Let alice make a tournament from the front page; return its link.

    ``numbers`` are fields of the chosen system by their labels, ``chosen`` is one choice of each chip.
    """
    page = alice.player.open("/")
    page.get_by_role("link", name="More than two?").click()
    page.get_by_label("Your name").fill("alice")
    if system:
        choose(page, "system", system)
    for label, number in (numbers or {}).items():
        page.get_by_role("spinbutton", name=label).fill(number)
    for chip, value in chosen.items():
        choose(page, chip, value)
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    return page.url


def choose(page: Page, chip: str, words: str) -> None:
    page.locator(f"[data-chip={chip}] > summary").click()
    page.locator(f"[data-chip={chip}]").get_by_role("radio", name=words).check()


def join(person: Person, link: str, name: str) -> None:
    page = person.player.open(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    expect(line(person, name)).to_be_visible()


def line(person: Person, name: str) -> Locator:
    """Return somebody's line of the standings."""
    page = person.page
    return page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name))


def manage(maker: Person, link: str, button: str) -> None:
    """Press a button that only the maker has."""
    maker.player.open(link)
    maker.page.get_by_text("Run this tournament").click()
    maker.page.get_by_role("button", name=button).click()
