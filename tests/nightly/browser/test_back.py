"""A form that the Back button shows again makes another match, with the choices that were made."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.back import go_back
from tests.browser.lobby import choose

MATCH = re.compile("/m/[a-z0-9]{10}$")


@pytest.mark.parametrize(
    ("path", "choice", "button"),
    [
        ("/", (), "Play the computer"),
        ("/computer/mancala", ("How strong", "Easy"), "Start the game"),
        ("/together/oware", ("Preview", "No preview"), "Start"),
        ("/new/morris", ("Your side", "Black"), "Create invitation"),
    ],
)
def test_a_form_that_is_shown_again_makes_one_other_match(
    keeping_page: Page, path: str, choice: tuple[str, ...], button: str
) -> None:
    page = keeping_page
    page.goto(path)
    page.evaluate("() => void (window.kept = true)")
    pressed = page.get_by_role("main").get_by_role("button", name=button, exact=True)
    if choice:
        choose(page, *choice)
    chosen = page.locator("input:checked").evaluate_all("(all) => all.map((one) => one.value)")
    pressed.click()
    expect(page).to_have_url(MATCH)
    addresses = {page.url}
    for press in (pressed.click, pressed.dblclick):
        go_back(page)
        expect(pressed).to_be_enabled()
        assert page.evaluate("() => window.kept")
        assert page.locator("input:checked").evaluate_all("(all) => all.map((one) => one.value)") == chosen
        press()
        expect(page).to_have_url(MATCH)
        addresses.add(page.url)
    assert len(addresses) == 3
    page.goto("/")
    expect(page.locator(".mine a[href^='/m/']")).to_have_count(3)
