"""The board without mouse and sight: focus, keys, typed moves, and announcements."""

import re

import pytest
from playwright.sync_api import expect

from tests import played
from tests.browser.keys import by_keys, focused_stop, tab_to, towards
from tests.browser.listening import HEARING, Listener
from tests.browser.lobby import at_the_board, begin
from tests.browser.playing import Person
from tests.browser.watching import decisions, record

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


def test_a_move_is_said_once_to_each_in_their_own_words(player, alice, bob):
    carol = Person(player("carol", **STILL))
    link = begin(alice, bob, "mancala", "north")
    carol.player.open(link)
    alice.listen()
    alice.stop("p8").focus()
    alice.page.keyboard.press("Enter")
    alice.hears("You sow 3 from pit 8; the last stone falls into the store; you move again")
    for one in (bob, carol):
        expect(one.page.locator("#speech")).to_contain_text("alice sows 3 from pit 8")
    assert alice.focused("pit 8").count(), "the focus stays where it was"
    alice.sees(4)
    assert len([said for said in alice.heard if "sow" in said]) == 1


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


@pytest.mark.nightly
def test_a_key_leads_to_what_is_offered_and_the_answer_leaves_the_focus_on_the_board(alice, bob):
    begin(alice, bob, "mancala", "north")
    alice.listen()
    alice.ask("o", "There is no open offer")
    alice.type("9")
    bob.play("p1")
    bob.button("Offer a draw").click()
    alice.hears("bob offers a draw")
    alice.page.keyboard.press("o")
    expect(alice.button("Accept")).to_be_focused()
    alice.page.keyboard.press("Enter")
    expect(alice.result).to_be_visible()
    expect(alice.focused_stop).to_be_attached()


@pytest.mark.nightly
def test_a_row_of_the_list_says_where_it_leads_and_what_was_played_there(server_url, alice):
    at_the_board(played.begin(server_url, "mancala"), alice=alice)
    alice.listen()
    for pit in ("8", "9"):
        alice.type(pit)
        alice.hears(f"You sow [0-9]+ from pit {pit}")
    tab_to(alice.page.get_by_role("region", name="Moves").get_by_role("link").last)
    alice.page.keyboard.press("ArrowUp")
    alice.page.keyboard.press("Enter")
    alice.hears(r"^Move 1 of \d+\. You sow 3 from pit 8\b")
    since = len(alice.heard)
    alice.page.keyboard.press("ArrowDown")
    alice.page.keyboard.press("Enter")
    alice.hears(r"Live, move \d+", since)
    said = " ".join(alice.heard[since:])
    assert said.count("from pit 9") == 1, "its move is shown, and told as it begins"


def test_whoever_asks_is_answered(server_url, alice):
    at_the_board(played.begin(server_url, "congkak", opening="south"), alice=alice)
    page, keys = alice.page, alice.page.keyboard
    alice.listen()
    alice.hears("Hint: ")  # on the house with the focus
    position = alice.ask("p", "Your houses")
    assert position.startswith(
        "Your houses 1 to 7: 7, 7, 7, 7, 7, 7, 7; your storehouse: 0. North's houses 8 to 14"
    )
    assert "Your turn: choose a house to sow." in position
    assert alice.choices() == [[house] for house in "1234567"]
    assert alice.ask("w", "turn") == "Your turn: choose a house to sow."
    assert alice.ask("l", "Nothing has been played")
    keys.press("n")
    first = focused_stop(page)
    keys.press("n")
    keys.press("Shift+N")
    assert focused_stop(page) == first


def test_letters_can_be_switched_off_for_good(server_url, alice):
    match = played.begin(server_url, "congkak", opening="south")
    at_the_board(match, alice=alice)
    page, keys = alice.page, alice.page.keyboard
    alice.listen()
    keys.press("n")
    first = focused_stop(page)
    keys.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    for words in ("Read the position aloud", "Type a move", "Turn the board", "Cancel the selection"):
        expect(dialog.get_by_role("definition").filter(has_text=words)).to_be_visible()
    keys.press("p")
    tab_to(dialog.get_by_role("radio", checked=True))
    keys.press("ArrowRight")
    expect(dialog.get_by_role("radio", name="Off")).to_be_checked()
    keys.press("Escape")
    expect(alice.stop(first)).to_be_focused()  # closed, the dialog gives the focus back
    since = len(alice.heard)
    keys.press("p")
    keys.press("Home")
    assert focused_stop(page) == first
    page.clock.fast_forward(1000)
    assert not [said for said in alice.heard[since:] if "Your houses" in said]
    alice.player.reload()
    keys.press("t")
    expect(page.get_by_role("textbox", name="Type a move")).not_to_be_focused()
    assert decisions(match.bob.record(match.id)) == []


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


@pytest.mark.nightly
def test_half_a_typed_move_outlives_a_lost_connection_and_the_move_of_the_other(alice, bob):
    link = begin(alice, bob, "checkers", "black")
    page, keys = alice.page, alice.page.keyboard
    field = page.get_by_role("textbox", name="Type a move")
    alice.listen()
    alice.type("c3 d4")
    alice.sees(1)
    keys.press("t")
    keys.type("d4")
    page.clock.fast_forward(12_000)
    alice.hears("Connected again")
    bob.play("6 6")
    bob.play("5 5")
    alice.sees(2)
    alice.hears("bob moves f6 to e5")
    expect(field).to_be_focused()
    expect(field).to_have_value("d4")
    keys.type(" x f6")
    keys.press("Enter")
    alice.sees(3)
    keys.press("Escape")
    assert focused_stop(page)
    assert [event["plies"][0]["action"] for event in decisions(record(bob, link))] == [
        "move 3 3 4 4",
        "move 6 6 5 5",
        "jump 4 4 6 6",
    ]


@pytest.mark.nightly
def test_the_focus_outlives_the_end_of_the_match(alice, bob):
    begin(alice, bob, "morris", "white")
    alice.button("Resign").focus()
    alice.page.keyboard.press("Enter")
    expect(alice.page.get_by_role("dialog")).to_be_visible()
    bob.resign()
    expect(alice.result).to_be_visible()
    expect(alice.page.get_by_role("dialog")).to_be_hidden()
    expect(alice.focused_stop).to_be_attached()  # a button that vanishes hands the focus to the board
    by_keys(alice.button("Rematch"))
    expect(alice.result).to_contain_text("Waiting for bob")
    expect(alice.focused_stop).to_be_attached()
