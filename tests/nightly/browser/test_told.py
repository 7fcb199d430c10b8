"""The last event is announced under the board; the end of a match can be read and shared."""

from __future__ import annotations

import random
import re
import struct
from itertools import islice

import pytest
from playwright.sync_api import Locator, expect

from games_app.rules import get_game
from tests.browser.lobby import at_the_board, begin
from tests.browser.playing import Person
from tests.games.positions import playout
from tests.nightly import nightly_except
from tests.played import begin as begin_played
from tests.played import sample


@pytest.fixture
def motion() -> str:
    return "no-preference"


def last_move(person: Person) -> Locator:
    return person.page.locator("#last-move")


def test_the_last_move_stands_under_the_board_for_all_three_live_and_in_review(player):
    alice, bob, carol = (Person(player(name, reduced_motion="reduce")) for name in ("alice", "bob", "carol"))
    link = begin(alice, bob, "mancala", "north")
    carol.player.open(link)
    alice.play("p8")
    expect(last_move(alice)).to_have_text("You sow 3 from pit 8; you move again.")
    for one in (bob, carol):
        expect(last_move(one)).to_have_text("alice sows 3 from pit 8; alice moves again.")
    alice.play("p9")
    expect(last_move(bob)).to_have_text("alice sows 4 from pit 9; the last stone falls into pit 2.")
    bob.button("Back").click()
    expect(last_move(bob)).to_have_text("alice sows 3 from pit 8; alice moves again.")
    carol.player.reload()
    expect(last_move(carol)).to_have_text("alice sows 4 from pit 9; the last stone falls into pit 2.")


def test_nobody_is_asked_to_move_while_shells_fly(player, server_url):
    match = begin_played(server_url, "congkak", opening="south", rounds="3")
    bob = Person(player("bob", clock=True))
    at_the_board(match, bob=bob)
    expect(bob.told("Waiting for alice")).to_be_visible()
    expect(last_move(bob)).to_have_text("Round 1 of 3")
    bob.player.stop_clock()
    match.play([("south", "scoop 3")])
    expect(bob.told("alice is sowing.")).to_be_visible()
    expect(last_move(bob)).to_have_text("Round 1 of 3 alice sows 7 from house 3.")
    expect(bob.marked.first).to_be_attached()
    expect(bob.board.locator(".mark-rim").locator("visible=true")).to_have_count(0)
    expect(bob.page).to_have_title(re.compile("^(?!Your turn)"))
    bob.page.clock.resume()
    expect(bob.told("Your turn")).to_be_visible()
    expect(bob.board.locator(".mark-rim").locator("visible=true")).to_have_count(bob.marked.count())
    expect(last_move(bob)).to_have_text(
        "Round 1 of 3 alice sows 7 from house 3; sowing on once, 15 shells in all; alice captures 9 shells."
    )


@pytest.mark.parametrize("window", nightly_except([(360, 640), (390, 844), (820, 1180)], (360, 640)))
def test_on_a_phone_what_a_move_came_to_is_told_to_its_end(player, server_url, window):
    match = begin_played(server_url, "congkak", opening="south", rounds="3", name="Humble Sparrow III")
    bob = Person(player("bob", reduced_motion="reduce"))
    bob.player.resize(*window)
    at_the_board(match, bob=bob)
    expect(last_move(bob)).to_have_text("Round 1 of 3")
    match.play([("south", "scoop 3")])
    expect(last_move(bob)).to_contain_text(re.compile("captures 9 shells[.]$"))
    expect(last_move(bob)).to_contain_text(re.compile("sows 7 from house 3"))
    # Less than a line: a tall font reaches a little below its last one.
    assert last_move(bob).evaluate("(node) => node.scrollHeight - node.clientHeight") < 8


@pytest.mark.nightly
def test_before_the_last_move_of_morris_everybody_learns_that_its_mill_takes_no_stone(player, server_url):
    *decisions, (role, action) = moves_of_morris()
    match = begin_played(server_url, "morris")
    match.play(decisions)
    alice, bob, carol = (Person(player(name, reduced_motion="reduce")) for name in ("alice", "bob", "carol"))
    at_the_board(match, alice=alice, bob=bob)
    carol.player.open(match.path)
    for one in (alice, bob, carol):
        expect(last_move(one)).to_contain_text("Move 58 of 60")
    match.play([(role, action)])
    warning = "One move left: a mill takes no stone."
    for one in (alice, bob, carol):
        expect(last_move(one)).to_contain_text(re.compile(f"^Move 59 of 60 {warning}"))
        expect(one.page.locator("#speech")).to_contain_text(warning)
    match.play([("white", CLOSING)])
    expect(carol.page.locator("#result-detail")).to_have_text(re.compile(r"^60 moves played: \d stones"))


CLOSING = "move outer s outer se"
"""White's move after ``moves_of_morris``: it closes a mill."""


def moves_of_morris() -> list[tuple[str, str]]:
    """The 59 moves of a game of morris before its last one."""
    played = playout(get_game("morris").initial_state(), random.Random(9))
    return [(role, action) for _state, role, action in islice(played, 59)]


def test_a_result_says_why_and_what_it_is_worth_and_its_picture_is_saved(player, server_url):
    options, decisions = sample("mancala")
    match = begin_played(server_url, "mancala", **options)
    match.play(decisions)
    carol = Person(player("carol"))
    page = carol.player.open(match.path)
    expect(page.locator("#result-detail")).to_have_text(
        re.compile(r"^All pits are empty: \d+ stones (to|each)")
    )
    expect(
        page.get_by_role("button", name="Print").or_(page.get_by_role("link", name="Print"))
    ).to_be_visible()
    with page.expect_download() as saving:
        carol.button("Picture").click()
    picture = saving.value.path().read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)
    animation = page.get_by_role("link", name="Animation").get_attribute("href")
    # Its first moves: all of them take many seconds, and every other process goes first.
    assert page.context.request.get(f"{animation}?to=1").headers["content-type"] == "image/webp"
