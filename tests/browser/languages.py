"""Matches in other languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Page

from tests.browser.lobby import send
from tests.browser.player import Player
from tests.browser.playing import Person
from tests.web_server import ROOT

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


@pytest.fixture
def aminah(player: Callable[..., Player]) -> Person:
    """Somebody whose browser asks for Malay."""
    return Person(player("aminah", locale="ms-MY"))
