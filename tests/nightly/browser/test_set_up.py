"""Setting up a position on the analysis board, by mouse, finger and keys, on every kind of board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from games_app.games.rules import GAMES
from tests.browser.playing import Person
from tests.browser.setting_up import button, done, panel, set_up, told

SMALL = {"width": 360, "height": 640}

FINGER = """([from, to]) => {
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  };
  const touch = (node, type, at, buttons) => node.dispatchEvent(new PointerEvent(type, {
    bubbles: true, cancelable: true, isPrimary: true, pointerId: 7, pointerType: "touch", buttons, ...at,
  }));
  touch(from, "pointerdown", middle(from), 1);
  touch(from, "pointermove", middle(to), 1);
  touch(from, "pointerup", middle(to), 0);
}"""
"""A finger's way from the middle of a node to that of another."""


@pytest.fixture
def carol(visitor) -> Person:
    return Person(visitor("carol", reduced_motion="reduce"))


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_board_is_in_the_first_screen_of_any_window(carol, game):
    for width, height in ((1280, 720), (1440, 900), (820, 1180), (390, 844), (360, 640)):
        carol.player.resize(width, height)
        board = carol.player.open(f"/board/{game}").locator("game-board")
        expect(board).to_be_in_viewport(ratio=1)


def test_stones_are_counted_with_keys_alone(carol):
    page = carol.player.open("/board/mancala")
    page.get_by_role("button", name="Set up", exact=True).focus()
    page.keyboard.press("Enter")
    expect(panel(page)).to_be_visible()
    carol.stop("p6").focus()
    page.keyboard.press("Delete")
    expect(panel(page).get_by_role("status")).to_have_text("pit 6, North's, 0 stones")
    page.keyboard.press("ArrowLeft")
    expect(carol.stop("p7")).to_be_focused()
    page.keyboard.press("1")
    page.keyboard.press("5")
    page.keyboard.press("-")
    expect(carol.stop("p7")).to_have_accessible_name("pit 7, North's, 14 stones, selected")
    expect(told(page)).to_have_text("Stones on the board: 38 of 30. Take 8 away.")
    for _ in range(8):
        page.keyboard.press("-")
    expect(told(page)).to_be_empty()
    expect(page).to_have_url(re.compile(r"\?position=3\.3\.3\.3\.3\.0\.0\.6\.3\.3\.3\.0_n$"))
    button(page, "Done").focus()
    page.keyboard.press("Enter")
    expect(panel(page)).to_be_hidden()
    expect(page.get_by_role("button", name="Set up", exact=True)).to_be_focused()


def test_pieces_are_placed_moved_and_removed_with_the_mouse(carol):
    page = set_up(carol, "checkers")
    button(page, "Clear the board").click()
    expect(told(page)).to_have_text("There is no pawn on the board. Place one.")
    carol.stop("3 3").click()
    button(page, "Red").click()
    carol.stop("4 6").click()
    expect(told(page)).to_be_empty()
    carol.stop("4 5").click()
    expect(told(page)).to_have_text("Nothing can be placed there.")
    button(page, "Black").drag_to(carol.stop("5 1"))
    carol.stop("4 6").drag_to(carol.stop("4 4"))
    expect(carol.stop("4 4")).to_have_accessible_name("d4, red pawn")
    expect(carol.stop("4 6")).to_have_accessible_name("d6, empty")
    carol.stop("5 1").drag_to(page.get_by_role("heading", level=1))
    expect(carol.stop("5 1")).to_have_accessible_name("e1, empty")
    # What is captured lies beside the board.
    expect(carol.board.locator('[data-count="captures black"]')).to_have_text("11")
    done(page)
    carol.play("3 3")
    carol.play("5 5")
    expect(page).to_have_url(re.compile("moves=c3xe5"))


def test_stones_in_hand_are_set_up_too_by_finger(visitor):
    carol = Person(
        visitor("carol", viewport=SMALL, has_touch=True, reduced_motion="reduce"), lambda one: one.tap()
    )
    page = set_up(carol, "morris")
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    carol.stop("outer n").tap()
    expect(panel(page).get_by_role("spinbutton", name="White, stones to place")).to_have_value("8")
    expect(told(page)).to_have_text(
        "White is to place a stone, so both sides must have the same number left to place."
    )
    page.evaluate(FINGER, [button(page, "Black").element_handle(), carol.stop("inner n").element_handle()])
    expect(carol.stop("inner n")).to_have_accessible_name("d5, black stone")
    expect(told(page)).to_be_empty()
    button(page, "Remove").tap()
    carol.stop("inner n").tap()
    expect(carol.stop("inner n")).to_have_accessible_name("d5, empty")
    expect(told(page)).to_have_text(
        "Black can't have lost so many stones yet (1): too few mills can have been closed."
    )
    button(page, "Cancel").tap()
    expect(panel(page)).to_be_hidden()
    expect(carol.stop("outer n")).to_have_accessible_name("d7, empty, a stone can go here")
    expect(page).to_have_url(re.compile(r"/board/morris$"))


def test_an_address_of_a_position_that_cannot_be_leads_to_where_it_is_mended(carol):
    carol.player.forgive("status of 422")
    late: list[Route] = []
    carol.player.alter().route("**/set-up", lambda route: late.append(route), times=1)
    page = carol.player.open("/board/mancala?position=3.3.3.3.3.0.3.3.3.3.1.0_s")
    expect(panel(page)).to_be_visible()
    expect(told(page)).to_have_text("Stones on the board: 28 of 30. Add 2.")
    expect(panel(page).get_by_role("radio", name="South")).to_be_checked()
    carol.stop("p10").focus()
    page.keyboard.press("3")
    expect(told(page)).to_be_empty()
    late[0].continue_()
    done(page)
    expect(carol.marked).to_have_count(5)


@pytest.mark.parametrize("game", GAMES)
def test_set_up_fits_a_small_phone_and_axe_finds_nothing(visitor, game):
    carol = Person(visitor("carol", viewport=SMALL, reduced_motion="reduce"))
    page = set_up(carol, game)
    for width, height in ((320, 568), (360, 640), (1280, 720)):
        carol.player.resize(width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        carol.player.check_accessibility()
