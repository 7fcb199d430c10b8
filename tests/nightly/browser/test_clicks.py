"""Clicks on playable stops: whatever looks playable is played."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import begin
from tests.browser.playing import Person
from tests.nightly.browser.test_by_hand import Gate
from tests.nightly.browser.test_loading import hold, let_go


@pytest.fixture
def motion() -> str:
    return "no-preference"


def test_nothing_looks_playable_while_a_move_is_on_its_way(alice, bob):
    """Else a quick second click is for a position that is past, and lost."""
    alice, bob = Person(alice), Person(bob)
    gate = Gate(alice)
    begin(alice, bob, "mancala", "north")
    gate.closed = True
    alice.play("p8")
    expect(alice.marked).to_have_count(0)
    expect(alice.stop("p8")).to_have_attribute("data-chosen", "")
    gate.open()
    alice.sees(4)
    expect(alice.marked.first).to_be_attached()
    alice.play("p9")
    bob.sees(9)


def test_a_click_between_the_board_and_the_rest_of_the_page_is_done_later(alice, bob):
    """The script of a game brings the board to life before the page's own has come."""
    alice, bob = Person(alice), Person(bob)
    link = begin(alice, bob, "checkers", "black")
    held = hold(alice, "**/chunks/match-page-*.js")
    alice.page.goto(link, wait_until="commit")
    alice.page.wait_for_function("() => document.querySelector('game-board:defined')")
    alice.stop("3 3").click()
    alice.stop("4 4").click()
    let_go(alice.page, held)
    bob.sees(1)


@pytest.mark.nightly
def test_a_move_typed_before_any_script_has_come_is_played_later(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = begin(alice, bob, "mancala", "north")
    alice.player.alter().route("**/*.js", lambda route: None)
    alice.page.goto(link, wait_until="commit")
    alice.page.get_by_role("textbox", name="Type a move").fill("9")
    alice.page.keyboard.press("Enter")
    alice.page.unroute_all()
    bob.sees(4)
    expect(alice.page).to_have_url(re.compile(f"{link}$"))
