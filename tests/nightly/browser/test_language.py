"""A person with a Malay browser plays in Malay, the other in English, and either may switch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.languages import begun, left_in_english
from tests.browser.playing import Person


@pytest.mark.parametrize(
    ("locale", "folder", "turn"),
    [
        ("id-ID", "id", "Giliranmu: letakkan batu."),
        ("es-MX", "es", "Tu turno: coloca una ficha."),
        ("zh-CN", "zh_Hans", "轮到你：放一枚棋子。"),
    ],
)
def test_a_match_speaks_each_language_that_a_browser_asks_for(player, bob, locale, folder, turn):
    aminah, bob = Person(player("aminah", locale=locale)), Person(bob)
    begun(aminah, bob, "morris", side="white")
    expect(aminah.told(turn)).to_be_visible()
    assert left_in_english(aminah.page, folder) == set()


STRIPS = """() => [...document.querySelectorAll("#settings .preference:not(.swatches, .seeds, .languages)")]
  .filter(({ hidden }) => !hidden)
  .map((strip) => [...strip.querySelectorAll(":scope > label")])
  .map((choices) => new Set(choices.map(({ offsetTop }) => offsetTop)).size)"""
"""The number of rows that the choices of each setting take."""
OVERFLOWING = """() => [...document.querySelectorAll("#settings .preference > label")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ textContent }) => textContent.trim())"""


@pytest.mark.parametrize("locale", ["en-GB", "ms-MY", "id-ID", "es-MX", "zh-CN"])
def test_the_choices_of_a_setting_stay_in_one_strip_on_a_small_phone(player, locale):
    aminah = player("aminah", locale=locale)
    aminah.resize(360, 640)
    page = aminah.open("/history")
    page.locator(".menu-button").click()
    page.locator(".site-menu [data-do=settings]").click()
    expect(page.locator("#settings .seeds")).to_be_visible()
    assert set(page.evaluate(STRIPS)) == {1}
    assert page.evaluate(OVERFLOWING) == []


def test_the_language_is_switched_in_the_dialog_of_a_match_and_at_the_foot_of_other_pages(aminah, bob):
    bob = Person(bob)
    begun(aminah, bob, "mancala", side="north")
    page = aminah.page
    aminah.button("Papan dan bunyi").last.click()
    page.get_by_role("dialog").get_by_role("button", name="English").click()
    expect(aminah.told("Your turn: choose a pit to sow.")).to_be_visible()
    aminah.player.open("/rules/congkak")
    expect(page.get_by_role("heading", level=1)).to_have_text("The rules of Congkak")
    page.get_by_role("contentinfo").get_by_role("button", name="Bahasa Melayu").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Peraturan Congkak")
    expect(page).to_have_url(re.compile("/rules/congkak$"))
    aminah.player.check_accessibility()
