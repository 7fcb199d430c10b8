"""The main content is in the window without scrolling, and nothing scrolls sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from games_app.rules import GAMES
from tests.browser.lobby import make
from tests.browser.playing import Person
from tests.nightly import nightly_except

WINDOWS = [(1280, 720), (390, 844), (360, 640)]
INSIDE = """(button) => {
  const { top, bottom } = button.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def at_first_glance(person: Person, page: str, wanted: Locator) -> None:
    person.player.open(page)
    expect(wanted).to_be_visible()
    for window in WINDOWS:
        person.player.resize(*window)
        assert wanted.evaluate(INSIDE), (page, window)
        assert person.page.evaluate(SIDEWAYS) <= 0, (page, window)


def test_the_first_page_shows_its_doors_and_the_choice_its_first_game(alice):
    alice = Person(alice)
    at_first_glance(alice, "/", alice.page.get_by_role("link", name="Play with a friend", exact=True))
    at_first_glance(alice, "/new", alice.page.get_by_role("link", name="Mancala", exact=True))


@pytest.mark.parametrize("game", nightly_except(GAMES, "congkak"))
def test_a_match_is_made_sent_and_joined_without_scrolling(alice, bob, game):
    alice, bob = Person(alice), Person(bob)
    link = make(alice, game)
    at_first_glance(alice, f"/new/{game}", alice.button("Create invitation"))
    at_first_glance(alice, link, alice.button("Copy the link"))
    at_first_glance(bob, link, bob.page.get_by_role("button", name="Play", exact=True))


UNCOVERED = """(field) => {
  const { left, top, bottom } = field.getBoundingClientRect();
  const seen = (y) => y >= innerHeight || document.elementFromPoint(left + 40, y) === field;
  return [top + 1, bottom - 2].every(seen);
}"""


@pytest.mark.parametrize("game", nightly_except(["mancala", "kalah64", "morriswalking"], "kalah64"))
def test_nothing_covers_the_name_however_long_the_words_above_it_are(player, game):
    alice = player("alice", locale="es-ES")
    alice.open(f"/new/{game}")
    name = alice.page.locator("[name=name]")
    expect(name).to_be_attached()
    for window in WINDOWS:
        alice.resize(*window)
        assert name.evaluate(UNCOVERED), window


@pytest.mark.parametrize("width", nightly_except([390, 360, 320], 320))
def test_the_fields_of_an_import_fit_a_phone(alice, tmp_path, width):
    alice.resize(width, 640)
    alice.open("/import")
    saved = tmp_path / "2026-11-20-congkak-abcdefghjk-as-it-was-sent-by-a-friend.txt"
    saved.write_text("Quiet Table")
    alice.page.get_by_label("A file").set_input_files(saved)
    assert alice.page.evaluate(SIDEWAYS) <= 0
