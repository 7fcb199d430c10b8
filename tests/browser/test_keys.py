"""The board without a mouse and without eyes: names, focus, arrow keys, and what is said."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.keys import by_keys, focused_stop, tab_to
from tests.browser.lobby import begin
from tests.browser.playing import Person

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize(
    ("game", "side", "names"),
    [
        ("mancala", "north", ["pit 7, yours, 3 stones", "pit 2, your opponent's, 3 stones"]),
        ("congkak", "south", ["house 5, yours, 7 shells", "house 9, your opponent's, 7 shells"]),
        ("morris", "white", ["d7, empty", "a1, empty"]),
        ("checkers", "black", ["c3, your black pawn", "b6, red pawn", "d4, empty"]),
    ],
)
def test_every_stop_has_a_name_that_says_what_it_is_and_holds(alice, bob, game, side, names):
    alice, bob = Person(alice), Person(bob)
    options = {"rounds": "1", "opening": "south", "sowing": "auto"} if game == "congkak" else {}
    begin(alice, bob, game, side, **options)
    for name in names:
        expect(alice.board.get_by_role("button", name=re.compile(f"^{re.escape(name)}(,|$)"))).to_have_count(
            1
        )
    stops = alice.board.locator("[data-stop]")
    expect(alice.board.get_by_role("button")).to_have_count(stops.count())


def test_the_page_of_a_match_reads_as_it_should(alice, bob):
    """The golden file is what a screen reader finds. GOLDEN=new in the environment writes it anew."""
    alice, bob = Person(alice), Person(bob)
    begin(alice, bob, "mancala", "north")
    expect(alice.page.get_by_text("here", exact=True)).to_have_count(2)
    file = GOLDEN / "mancala_at_its_start.yml"
    main = alice.page.get_by_role("main")
    if os.environ.get("GOLDEN") == "new":
        file.parent.mkdir(exist_ok=True)
        file.write_text(main.aria_snapshot() + "\n")
    expect(main).to_match_aria_snapshot(file.read_text())


def test_tab_comes_to_one_stop_of_the_board_and_the_arrows_to_the_others(alice, bob):
    alice, bob = Person(alice), Person(bob)
    begin(alice, bob, "mancala", "north")
    expect(alice.board.locator('[tabindex="0"]')).to_have_count(1)
    keys = alice.page.keyboard
    tab_to(alice.board.locator('[tabindex="0"]'))
    start = focused_stop(alice.page)
    assert start in {"p6", "p7", "p8", "p9", "p10"}, "Tab leads to what can be played"
    row = [start]
    for _ in range(2):
        keys.press("ArrowRight")
        row.append(focused_stop(alice.page))
    assert len(set(row)) == 3
    keys.press("ArrowLeft")
    assert focused_stop(alice.page) == row[1]
    expect(alice.board.locator('[tabindex="0"]')).to_have_count(1)
    keys.press("ArrowUp")
    assert focused_stop(alice.page) in {"p1", "p2", "p3", "p4", "p5"}, "the own row is the nearer one"
    keys.press("ArrowDown")
    assert focused_stop(alice.page) == row[1]
    keys.press("Tab")
    assert focused_stop(alice.page) is None
    keys.press("Shift+Tab")
    assert focused_stop(alice.page) == row[1]


def test_a_move_is_said_once_to_each_in_their_own_words(alice, bob, carol):
    alice, bob, carol = Person(alice, by_keys), Person(bob), Person(carol)
    link = begin(alice, bob, "mancala", "north")
    carol.player.open(link)
    for one in (alice, bob, carol):
        one.at_rest()
    alice.press(alice.stop("p8"))
    expect(speech(alice)).to_contain_text(
        "You sow 3 from pit 8; the last stone falls into the store; you move again."
    )
    for one in (bob, carol):
        expect(speech(one)).to_contain_text("North sows 3 from pit 8")
    assert focused_stop(alice.page) == "p8", "the focus stays where it was"


def test_space_acts_and_escape_lets_go(alice, bob):
    alice, bob = Person(alice, by_keys), Person(bob)
    begin(alice, bob, "checkers", "black")
    keys = alice.page.keyboard
    alice.press(alice.stop("3 3"))
    expect(alice.stop("3 3")).to_have_accessible_name(re.compile("selected"))
    expect(alice.targets).to_have_count(2)
    keys.press("Escape")
    expect(alice.targets).to_have_count(0)
    keys.press("Space")
    expect(alice.targets).to_have_count(2)
    keys.press("ArrowUp")
    keys.press("ArrowRight")
    assert focused_stop(alice.page) == "4 4"
    keys.press("Space")
    alice.sees(1)
    bob.sees(1)
    expect(bob.stop("4 4")).to_have_accessible_name("d4, black pawn")


def speech(one: Person) -> Locator:
    """What the page says to a screen reader."""
    return one.page.locator('[aria-live="polite"]')
