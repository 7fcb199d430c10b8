"""A person with a Malay browser plays in Malay, the other in English, and either may switch."""

from __future__ import annotations

import re

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Page, expect

from tests.browser.lobby import send
from tests.browser.playing import Person
from tests.server import ROOT

TEXTS = """() => {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (!node.parentElement.closest("script, style, metadata")) found.push(node.data);
  }
  for (const name of ["aria-label", "aria-valuetext", "title", "placeholder"]) {
    for (const node of document.querySelectorAll(`[${name}]`)) found.push(node.getAttribute(name));
  }
  return found;
}"""


@pytest.fixture
def aminah(player) -> Person:
    return Person(player("aminah", locale="ms-MY"))


@pytest.fixture
def bob(player) -> Person:
    return Person(player("bob"))


def english(folder: str) -> set[str]:
    """Return the texts for which the language of this folder has its own words; the others stay English."""
    catalogues = [read_po(file.open("rb")) for file in (ROOT / "locale" / folder).rglob("*.po")]
    messages = [message for catalogue in catalogues for message in catalogue]
    return {text.id for text in messages if text.id and text.string and text.id != text.string}


def left_in_english(page: Page, folder: str = "ms") -> set[str]:
    return {text.strip() for text in page.evaluate(TEXTS)} & english(folder)


def begun(aminah: Person, bob: Person, game: str, **options: str) -> None:
    link = send(aminah, f"/new/{game}", name="aminah", visibility="public", **options)
    send(bob, link + "/join", name="bob")
    for one in (aminah, bob):
        one.player.open(link)


def test_a_match_is_played_in_two_languages_at_once(aminah, bob):
    begun(aminah, bob, "congkak", side="south", rounds="1", opening="south", sowing="auto")
    expect(aminah.told("Giliran anda: pilih kampung.")).to_be_visible()
    expect(bob.told("Waiting for aminah.")).to_be_visible()
    expect(aminah.stop("3")).to_have_attribute("aria-label", "kampung 3, milik anda, 7 buah, boleh dimainkan")
    aminah.stop("9").click()
    expect(aminah.told("Kampung 9 bukan milik anda. Milik anda 1 hingga 7.")).to_be_visible()
    aminah.play("2")
    expect(bob.told("Your turn")).to_be_visible()
    expect(aminah.told("Menunggu bob.")).to_be_visible()
    bob.button("Offer a draw").click()
    expect(aminah.page.get_by_text("bob menawarkan seri.").first).to_be_visible()
    assert left_in_english(aminah.page) == set()
    aminah.page.get_by_role("button", name="Terima", exact=True).click()
    expect(aminah.page.get_by_role("region", name="Seri")).to_be_visible()
    expect(bob.page.get_by_role("region", name="A draw")).to_be_visible()
    assert left_in_english(aminah.page) == set()


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["mancala", "morris", "checkers"])
def test_the_other_games_have_no_word_of_english_either(aminah, bob, game):
    begun(aminah, bob, game, side="random")
    for one in (aminah, bob):
        expect(one.told(re.compile("^Giliran anda|^Menunggu|^Your turn|^Waiting"))).to_be_visible()
    assert left_in_english(aminah.page) == set()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("locale", "folder", "turn"),
    [
        ("id-ID", "id", "Giliranmu: letakkan batu."),
        ("es-MX", "es", "Tu turno: coloca una ficha."),
        ("zh-CN", "zh_Hans", "轮到你：放一枚棋子。"),
    ],
)
def test_a_match_speaks_each_language_that_a_browser_asks_for(player, bob, locale, folder, turn):
    aminah = Person(player("aminah", locale=locale))
    begun(aminah, bob, "morris", side="white")
    expect(aminah.told(turn)).to_be_visible()
    assert left_in_english(aminah.page, folder) == set()


def test_the_language_is_switched_in_the_dialog_of_a_match_and_at_the_foot_of_other_pages(aminah, bob):
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
