"""Review of a match, while it is running and when it is over."""

import re

import pytest
from playwright.sync_api import expect

from tests import played
from tests.browser.keys import FROM
from tests.browser.lobby import at_the_board, begin
from tests.browser.playing import Person
from tests.browser.watching import counts, places, watch_places


@pytest.fixture
def motion():
    return "no-preference"


def test_a_player_may_look_back_while_the_other_moves_and_plays_on_from_the_present(alice, bob):
    alice, bob = Person(alice), Person(bob)
    two_moves(alice, bob)
    alice.button("First").click()
    alice.sees(0)
    shown = counts(alice)
    expect(alice.marked).to_have_count(0)
    bob.play("p2")
    bob.sees(12)
    news = alice.button(re.compile(r"^Live\b.*\b1\b"))
    expect(news).to_be_visible()
    assert counts(alice) == shown
    news.click()
    alice.sees(12)
    expect(alice.told("Your turn")).to_be_visible()
    expect(alice.marked.first).to_be_visible()
    assert counts(alice) == counts(bob)


def test_the_list_of_moves_the_scrubber_and_the_arrow_keys_lead_to_the_same_places(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = two_moves(alice, bob)
    seen = {8: counts(bob)}
    page, keys = bob.page, bob.page.keyboard
    moves = page.get_by_role("region", name="Moves")
    expect(moves.get_by_role("listitem")).to_have_count(2)
    moves.get_by_role("link", name=re.compile("8 again$")).click()
    bob.sees(4)
    expect(page).to_have_url(f"{link}#4")
    seen[4] = counts(bob)
    bob.scrubber.focus()
    keys.press("Home")
    bob.sees(0)
    seen[0] = counts(bob)
    keys.press("ArrowRight")
    bob.sees(1)
    assert counts(bob) == seen[0] | {"p8": 0}, "picked up and not yet sown"
    bob.button("Back").focus()
    keys.press("ArrowRight")
    bob.sees(4)
    assert counts(bob) == seen[4]
    keys.press("Shift+ArrowLeft")
    bob.sees(3)
    assert counts(bob) == seen[4] | {"pwinnorth": 0}, "the last stone is still in the hand"
    keys.press("End")
    bob.sees(8)
    assert counts(bob) == seen[8]
    expect(page).to_have_url(link)


def test_the_move_on_the_board_is_in_sight_in_a_long_list_and_the_page_stays_in_its_place(server_url, carol):
    options, decisions = played.sample("morris")
    match = played.begin(server_url, "morris", **options)
    match.play(decisions[:40])
    page = carol.open(match.path)
    current = page.get_by_role("region", name="Moves").locator("[aria-current]")
    expect(current).to_be_in_viewport(ratio=0.9)
    newest = current.text_content()
    match.play(decisions[40:41])
    expect(current).not_to_have_text(newest)
    expect(current).to_be_in_viewport(ratio=0.9)
    page.get_by_role("button", name="First", exact=True).click()
    page.get_by_role("button", name="Forward", exact=True).click()
    expect(current).to_have_attribute("href", "#1")
    expect(current).to_be_in_viewport(ratio=0.9)
    page.get_by_role("button", name="Last", exact=True).click()
    expect(current).to_have_attribute("href", "#41")
    expect(current).to_be_in_viewport(ratio=0.9)
    carol.resize(390, 700)
    expect(current).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("scrollY") == 0


def test_a_finished_match_plays_itself_through(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = two_moves(alice, bob)
    last = counts(alice)
    bob.resign()
    expect(alice.result).to_be_visible()
    page = alice.player.open(f"{link}#0")
    alice.sees(0)
    assert counts(alice)["p8"] == 3
    watch_places(alice)
    page.get_by_role("button", name="Play the match through").click()
    alice.sees(8)
    assert places(alice) == [0, 4, 8]
    expect(page.get_by_role("button", name="Play the match through")).to_be_visible()
    assert counts(alice) == last
    expect(page).to_have_url(link)


def test_the_browsers_own_way_back_leads_to_the_place_that_was_left(alice, bob):
    alice, bob = Person(alice), Person(bob)
    link = two_moves(alice, bob)
    page = alice.page
    page.goto(f"{link}#4")
    alice.sees(4)
    page.go_back()
    alice.sees(8)
    expect(alice.button(re.compile("^Live"))).to_be_hidden()
    page.go_forward()
    alice.sees(4)
    expect(page).to_have_url(f"{link}#4")


@pytest.mark.nightly
def test_an_address_that_is_called_while_the_page_names_its_place_is_followed(alice, bob):
    """The page names its place a moment later; a new address is there before the page is told of it."""
    alice, bob = Person(alice), Person(bob)
    two_moves(alice, bob)
    alice.page.evaluate("""() => {
        window.held = [];
        window.setTimeout = (due) => window.held.push(due);
    }""")
    alice.page.get_by_role("button", name="Back", exact=True).click()
    alice.sees(4)
    alice.page.evaluate("""() => {
        window.location.hash = "#0";
        for (const due of window.held) due();
    }""")
    alice.sees(0)


def test_turning_the_board_turns_the_picture_and_not_the_sides(server_url, alice):
    alice = Person(alice)
    at_the_board(played.begin(server_url, "mancala"), alice=alice)
    own, other = alice.stop("p8"), alice.stop("p3")
    assert own.evaluate(FROM, other.element_handle())[1] > 0, "below the other"
    alice.pick("Turn the board")
    assert own.evaluate(FROM, other.element_handle())[1] < 0, "above it"
    expect(own).to_have_attribute("data-playable", "")
    own.click()
    alice.sees(4)


@pytest.mark.nightly
def test_a_sample_game_moves_by_itself_on_the_first_page_and_can_be_gone_through(alice):
    page = alice.open("/")
    board = page.locator('game-board[game="mancala"]').first
    board.scroll_into_view_if_needed()
    expect(board.locator('[data-count="p1"]')).not_to_be_empty()
    expect(board).not_to_have_text(board.text_content() or "")
    page = alice.open("/rules/mancala")
    board = page.locator("game-board")
    page.get_by_role("button", name="To the beginning").click()
    for pit in range(1, 11):
        expect(board.locator(f'[data-count="p{pit}"]')).to_have_text("3")
    page.get_by_role("button", name="One move on").click()
    expect(board.locator('[data-count="p1"]')).not_to_have_text("3")


def two_moves(alice: Person, bob: Person) -> str:
    """North has sown pits 8 and 6, and south is to move; the link."""
    link = begin(alice, bob, "mancala", "north")
    for one in (alice, bob):
        one.still()
    alice.stop("p8").click()
    alice.sees(4)
    alice.stop("p6").click()
    for one in (alice, bob):
        one.sees(8)
    return link
