"""The last event is announced under the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import at_the_board
from tests.browser.playing import Person
from tests.played import begin as begin_played


@pytest.fixture
def motion() -> str:
    return "no-preference"


def test_players_are_not_asked_to_move_while_shells_fly(player, server_url):
    match = begin_played(server_url, "congkak", opening="south", rounds="3")
    bob = Person(player("bob", clock=True))
    at_the_board(match, bob=bob)
    expect(bob.told("Waiting for alice")).to_be_visible()
    expect(bob.last_move).to_have_text("Round 1 of 3")
    bob.player.stop_clock()
    match.play([("south", "scoop 3")])
    expect(bob.told("alice is sowing.")).to_be_visible()
    expect(bob.last_move).to_have_text("Round 1 of 3 alice sows 7 from house 3.")
    expect(bob.marked.first).to_be_attached()
    expect(bob.board.locator(".mark-rim").locator("visible=true")).to_have_count(0)
    expect(bob.page).to_have_title(re.compile("^(?!Your turn)"))
    bob.page.clock.resume()
    expect(bob.told("Your turn")).to_be_visible()
    expect(bob.board.locator(".mark-rim").locator("visible=true")).to_have_count(bob.marked.count())
    expect(bob.last_move).to_have_text(
        "Round 1 of 3 alice sows 7 from house 3; the sowing runs on once, 15 shells in all; "
        "alice captures 9 shells."
    )
