"""The last event is announced under the board; the end of a match can be read and shared."""

from __future__ import annotations

import random
import re
from itertools import islice

import pytest
from playwright.sync_api import expect

from games_app.rules import get_game
from tests.browser.lobby import at_the_board
from tests.browser.playing import Person
from tests.games.positions import playout
from tests.played import begin as begin_played


@pytest.fixture
def motion() -> str:
    return "no-preference"


def test_nobody_is_asked_to_move_while_shells_fly(player, server_url):
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
        "Round 1 of 3 alice sows 7 from house 3; sowing on once, 15 shells in all; alice captures 9 shells."
    )


def test_before_the_last_move_of_morris_everybody_learns_that_its_mill_takes_no_stone(player, server_url):
    *decisions, (role, action) = moves_of_morris()
    match = begin_played(server_url, "morris")
    match.play(decisions)
    alice, bob, carol = (Person(player(name, reduced_motion="reduce")) for name in ("alice", "bob", "carol"))
    at_the_board(match, alice=alice, bob=bob)
    carol.player.open(match.path)
    for one in (alice, bob, carol):
        expect(one.last_move).to_contain_text("Move 58 of 60")
    match.play([(role, action)])
    warning = "One move left: a mill takes no stone."
    for one in (alice, bob, carol):
        expect(one.last_move).to_contain_text(re.compile(f"^Move 59 of 60 {warning}"))
        expect(one.page.locator("#speech")).to_contain_text(warning)
    match.play([("white", CLOSING)])
    expect(carol.page.locator("#result-detail")).to_have_text(re.compile(r"^60 moves played: \d stones"))


CLOSING = "move outer s outer se"
"""White's move after ``moves_of_morris``: it closes a mill."""


def moves_of_morris() -> list[tuple[str, str]]:
    """The 59 moves of a game of morris before its last one."""
    played = playout(get_game("morris").initial_state(), random.Random(9))
    return [(role, action) for _state, role, action in islice(played, 59)]
