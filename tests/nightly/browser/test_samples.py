"""The finished games on the first page and on the rules pages: one button plays and pauses them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

MOVES = "() => [...document.querySelectorAll('game-board')].some(({ landed }) => landed !== null)"
"""Script that returns whether something moves on any board."""


@pytest.fixture
def motion() -> str:
    return "no-preference"


def test_a_sample_game_is_played_and_held_by_one_button(alice):
    page = alice.open("/rules/mancala")
    page.get_by_role("button", name="Play it").click()
    pause = page.get_by_role("button", name="Pause", exact=True)
    expect(pause.locator("use")).to_have_attribute("href", re.compile("#pause$"))
    expect(page.get_by_text(re.compile("^Move 2 of "))).to_be_visible()
    pause.click()
    expect(page.get_by_role("button", name="Play it").locator("use")).to_have_attribute(
        "href", re.compile("#play$")
    )
    expect(pause).to_be_hidden()


def test_the_boards_of_the_first_page_rest_and_play_by_one_button(alice):
    page = alice.open("/")
    page.get_by_role("button", name="Pause the boards").click()
    page.get_by_role("button", name="Play the boards").click()
    expect(page.get_by_role("button", name="Pause the boards")).to_be_visible()


@pytest.mark.nightly
def test_the_boards_of_the_first_page_rest_when_nobody_seems_to_be_there(player):
    page = player("alice", clock=True).open("/")
    page.wait_for_function(MOVES)
    page.clock.fast_forward(61_000)
    page.clock.run_for(15_000)
    for _ in range(20):
        assert not page.evaluate(MOVES)
        page.clock.run_for(500)
    page.mouse.move(200, 200)
    page.wait_for_function(MOVES)
