"""The board in play: sowing, sealed choices, hints, and a position that is set up."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hinting import hint, hold, spoken
from tests.browser.keys import walk_to
from tests.browser.lobby import OPENING, begin
from tests.browser.playing import Person
from tests.browser.setting_up import button, done, panel, set_up, told
from tests.browser.watching import (
    changes,
    counts,
    decisions,
    moments,
    record,
    told_by,
    watch_counts,
)

SOWN = 8000
"""Milliseconds after which any sowing has ended, and no silence of the server is noticed yet."""


@pytest.fixture
def timed(player) -> list[Person]:
    """The three, each with a clock that the test can turn: a busy machine shows stones of a while at once."""
    return [
        Person(player(name, clock=True, reduced_motion="no-preference")) for name in ("alice", "bob", "carol")
    ]


def comes_to_watch(carol: Person, link: str) -> None:
    carol.player.open(link)
    expect(carol.page.get_by_text("You're watching", exact=True)).to_be_visible()


def test_in_mancala_the_counts_change_stone_by_stone_in_all_three_browsers(timed):
    alice, bob, carol = timed
    link = begin(alice, bob, "mancala", "north")
    comes_to_watch(carol, link)
    start = counts(carol)
    for one in timed:
        one.player.stop_clock()
        watch_counts(one)
    alice.stop("p9").click()
    for one in timed:
        one.sees(4)
        one.page.clock.run_for(SOWN)
        expect(one.board.locator('[data-count="p1"]')).to_have_text("4")
    [sowing] = decisions(record(carol, link))
    order = told_by(sowing, start)
    assert order == [("p9", 0), ("p10", 4), ("pwinnorth", 1), ("p1", 4)]
    for one in timed:
        assert changes(one) == order
        assert moments(one) > 1, "one after the other, not all at once"


def test_both_sow_at_once_when_both_have_chosen(alice, bob, carol):
    alice, bob, carol = Person(alice), Person(bob), Person(carol)
    link = begin(alice, bob, "congkak", "south", **OPENING)
    carol.player.open(link)
    for one in (alice, bob, carol):
        one.still()
    alice.stop("2").click()
    expect(carol.told("alice has chosen")).to_be_visible()
    bob.play("9")
    for one in (alice, bob, carol):
        one.sees(2)
        expect(one.told("has chosen")).to_be_hidden()
    assert counts(alice) == counts(bob) == counts(carol)
    assert counts(alice)["2"] != 7 or counts(alice)["9"] != 7


def test_mouse_keys_and_finger_show_where_a_choice_leads_and_play_nothing(player):
    alice = Person(player("alice"))
    bob = Person(player("bob", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True))
    link = begin(alice, bob, "mancala", "north")
    alice.stop("p8").hover()
    expect(hint(alice)).to_have_count(1)
    expect(alice.board.locator(".hint-again")).to_be_attached()
    alice.page.get_by_role("banner").hover()
    expect(hint(alice)).to_have_count(0)
    walk_to(alice.stop("p10"), "p10")
    expect(spoken(alice, "Hint: the last stone falls into pit 2.")).to_be_attached()
    assert decisions(record(alice, link)) == []
    alice.play("p10")
    bob.sees(4)
    hold(bob.page, bob.stop("p3"))
    assert len(decisions(record(bob, link))) == 1
    bob.stop("p3").tap()
    bob.sees(8)
    expect(hint(bob)).to_have_count(0)


def test_stones_are_counted_with_the_mouse_and_the_address_keeps_them(carol):
    carol = Person(carol)
    page = set_up(carol, "mancala")
    carol.stop("p10").click()
    button(page, "North: pit 10, one less").click()
    button(page, "North: pit 10, one less").click()
    expect(carol.board.locator('[data-count="p10"]')).to_have_text("1")
    expect(told(page)).to_have_text("Stones on the board: 28 of 30. Add 2.")
    button(page, "Done").click()
    expect(panel(page)).to_be_visible()
    carol.stop("pwinsouth").click()
    panel(page).get_by_role("spinbutton", name="South: store").fill("2")
    panel(page).get_by_role("radio", name="South").check()
    expect(told(page)).to_be_empty()
    done(page)
    expect(page).to_have_url(re.compile(r"\?position=3\.3\.3\.3\.3\.2\.3\.3\.3\.3\.1\.0_s$"))
    expect(page.get_by_role("link", name="Play a friend from here")).to_be_hidden()
    carol.play("p3")
    expect(page).to_have_url(re.compile(r"_s&moves=3$"))
    carol.player.reload()
    expect(carol.board.locator('[data-count="p10"]')).to_have_text("1")
    expect(page.get_by_role("textbox", name="Moves")).to_have_value("3")


def test_two_agree_on_a_pause_and_play_on_early(alice, bob, carol):
    alice, bob, carol = Person(alice), Person(bob), Person(carol)
    link = begin(alice, bob, "morris", "white", time="real", minutes="10", increment="5")
    comes_to_watch(carol, link)
    alice.pick("Pause the match")
    length = alice.prompt("Pause for how long?").get_by_role("button", name="15 minutes")
    expect(length).to_be_focused()
    alice.player.shot("choice of a length")
    length.click()
    expect(alice.prompt("You have asked for a pause: 15 minutes.")).to_be_visible()
    bob.prompt("alice asks for a pause: 15 minutes.").get_by_role("button", name="Accept").click()
    for one in (alice, bob, carol):
        expect(one.prompt("Paused until")).to_be_visible()
        expect(one.told("The match is paused.")).to_be_visible()
    expect(alice.marked).to_have_count(0)
    expect(carol.prompt("Paused until").get_by_role("button")).to_have_count(0)
    alice.player.reload()
    expect(alice.told("The match is paused.")).to_be_visible()
    alice.player.check_accessibility()
    bob.button("Play on now").click()
    alice.prompt("bob wants to play on.").get_by_role("button", name="Accept").click()
    expect(bob.told("The match goes on.")).to_be_visible()
    expect(carol.prompt("Paused until")).to_be_hidden()
    alice.stop("outer sw").click()
    for one in (alice, bob, carol):
        one.sees(1)
