"""A tip on request: what to look at, then the move. Everybody at the match sees that one was taken."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.computer import begin as begin_with_computer
from tests.browser.lobby import begin
from tests.browser.playing import Person


def prompt(one: Person) -> Locator:
    return one.page.get_by_role("list", name="Offers and notices").get_by_role("listitem")


def ring(one: Person) -> Locator:
    return one.board.locator(".hint-ring")


def taken(one: Person, words: str) -> Locator:
    return one.page.locator(".tips-taken", has_text=words)


def test_the_computer_gives_a_tip_in_two_steps_and_the_result_says_so(player, quick):
    alice = Person(player("alice", base_url=quick.url))
    begin_with_computer(alice, "mancala")
    alice.press(alice.button("Tip"))
    expect(prompt(alice)).to_contain_text("Tip: ")
    expect(alice.button("Show the move")).to_be_visible()
    alice.player.check_accessibility()
    alice.press(alice.button("Show the move"))
    expect(prompt(alice)).to_have_text(re.compile(r"^Tip: try pit \d+\."))
    expect(ring(alice).first).to_be_attached()
    alice.press(alice.button("Close"))
    expect(ring(alice)).to_have_count(0)
    expect(prompt(alice)).to_have_count(0)
    alice.resign()
    expect(alice.result).to_contain_text("You took 1 tip.")
    alice.player.reload()
    expect(taken(alice, "You took 1 tip.").last).to_be_visible()
    page = alice.player.open("/history?mine=1")
    expect(page.get_by_text("with tips")).to_be_visible()


def test_the_other_player_and_a_watcher_see_that_one_was_taken_and_cannot_take_one_themselves(player, quick):
    alice, bob, carol = (Person(player(name, base_url=quick.url)) for name in ("alice", "bob", "carol"))
    link = begin(alice, bob, "mancala", "north", tips="both")
    carol.player.open(link)
    expect(carol.told("alice's turn")).to_be_visible()
    expect(carol.button("Tip")).to_have_count(0)
    expect(bob.button("Tip")).to_be_disabled()
    alice.press(alice.button("Tip"))
    expect(alice.button("Show the move")).to_be_visible()
    for one in (bob, carol):
        expect(one.told("alice took a tip.")).to_be_visible()
        expect(taken(one, "alice took 1 tip.").first).to_be_attached()
        expect(ring(one)).to_have_count(0)
