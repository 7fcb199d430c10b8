"""The board without mouse and sight: focus, keys, typed moves, and announcements."""

import re

import pytest
from playwright.sync_api import expect

from tests import played
from tests.browser.keys import focused_stop, tab_to, towards
from tests.browser.listening import HEARING, Listener
from tests.browser.lobby import at_the_board, begin
from tests.browser.playing import Person
from tests.browser.watching import decisions

STILL = {"reduced_motion": "reduce"}
OWN = {"p6", "p7", "p8", "p9", "p10"}


@pytest.fixture
def alice(player):
    return Listener(player("alice", **HEARING))


@pytest.fixture
def bob(player):
    return Person(player("bob", **STILL))


def test_tab_comes_to_one_stop_of_the_board_and_the_arrows_to_the_others(server_url, alice):
    at_the_board(played.begin(server_url, "mancala"), alice=alice)
    expect(alice.marked).to_have_count(5)
    expect(alice.board.locator('[tabindex="0"]')).to_have_count(1)
    keys = alice.page.keyboard
    tab_to(alice.board.locator('[tabindex="0"]'))
    start = focused_stop(alice.page)
    assert start in OWN, "Tab leads to what can be played"
    row = [start]
    for _ in range(2):
        keys.press("ArrowRight")
        row.append(focused_stop(alice.page))
    assert len(set(row)) == 3
    keys.press("ArrowLeft")
    assert focused_stop(alice.page) == row[1]
    expect(alice.board.locator('[tabindex="0"]')).to_have_count(1)
    keys.press("ArrowUp")
    assert focused_stop(alice.page) not in OWN, "the own row is the nearer one"
    keys.press("ArrowDown")
    assert focused_stop(alice.page) == row[1]
    keys.press("Tab")
    assert focused_stop(alice.page) is None
    keys.press("Shift+Tab")
    assert focused_stop(alice.page) == row[1]
    keys.press("Tab")
    keys.press("f")
    tab_to(alice.board.locator('[tabindex="0"]'))
    assert focused_stop(alice.page) == row[1], "a board that was drawn anew keeps the place"


def test_arrows_follow_the_board_as_it_lies_stands_and_is_turned(server_url, alice):
    at_the_board(played.begin(server_url, "congkak", opening="south"), alice=alice)
    page = alice.page
    ways = []
    for width, height in ((1280, 800), (390, 844)):
        alice.player.resize(width, height)
        for _ in ("the own side near", "turned"):
            led = {}
            for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
                alice.stop("11").focus()
                page.keyboard.press(key)
                led[key] = focused_stop(page)
                if led[key] != "11":
                    assert towards(alice.stop("11"), alice.stop(led[key]))[0] == key
            assert {"10", "12", "4"} <= set(led.values())
            ways.append(led)
            page.keyboard.press("f")
    assert len({tuple(led.values()) for led in ways}) == 4, "each time the same keys lead elsewhere"


def test_space_acts_and_escape_lets_go(alice, bob):
    begin(alice, bob, "checkers", "black")
    keys = alice.page.keyboard
    alice.stop("3 3").focus()
    keys.press("Enter")
    expect(alice.stop("3 3")).to_have_accessible_name(re.compile("selected"))
    expect(alice.targets).to_have_count(2)
    keys.press("Escape")
    expect(alice.targets).to_have_count(0)
    keys.press("Space")
    expect(alice.targets).to_have_count(2)
    keys.press("n")
    assert alice.focused("can go here").count(), "with a piece chosen, the next place is where it can go"
    keys.press("Space")
    alice.sees(1)
    bob.sees(1)


def test_a_move_is_typed_and_one_that_cannot_be_played_is_answered_with_those_that_can(server_url, alice):
    match = played.begin(server_url, "checkers")
    at_the_board(match, alice=alice)
    keys, field = alice.page.keyboard, alice.page.get_by_role("textbox", name="Type a move")
    alice.listen()
    alice.player.resize(900, 800)
    expect(field).to_be_hidden()  # behind a tab, where the key leads too
    keys.press("t")
    expect(field).to_be_focused()
    keys.type("c3-c5")
    keys.press("Enter")
    alice.hears(
        "“c3-c5” can't be played. You can move a3 to b4; c3 to b4 or d4; e3 to d4 or f4; g3 to f4 or h4."
    )
    expect(field).to_have_value("c3-c5")
    field.fill("c3 d4")
    keys.press("Enter")
    alice.sees(1)
    expect(field).to_have_value("")
    assert [event["plies"][0]["action"] for event in decisions(match.bob.record(match.id))] == [
        "move 3 3 4 4"
    ]
