"""Alice plays the computer, at its lowest level and a quick pace, each game from the form to the result."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.browser.computer import begin
from tests.browser.playing import Person, by_finger, play_on

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("game", ["mancala", "morris", "checkers", "congkak"])
def test_a_whole_game_is_played_against_the_computer(player, quick, game):
    alice = Person(player("alice", base_url=quick.url))
    begin(alice, game)
    play_on([alice], random.Random(3))
    headline = alice.result.get_by_role("heading").inner_text()
    assert headline in ("You won", "Computer (Beginner) won", "A draw")


def test_one_press_on_the_first_page_starts_a_game_on_a_phone(player, quick):
    alice = Person(player("alice", base_url=quick.url, **PHONE), by_finger)
    page = alice.player.open("/")
    alice.press(page.get_by_role("button", name="Play the computer"))
    expect(alice.told("Your turn")).to_be_visible()
    expect(page.get_by_text("Computer (Beginner)").first).to_be_visible()
    alice.player.complete()
