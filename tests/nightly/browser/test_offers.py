"""Offers and requests between players, and how each sees them."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.lobby import OPENING, begin
from tests.browser.playing import Person


def test_a_secret_choice_is_made_again_and_a_match_called_off_before_both_have_begun(alice, bob):
    alice, bob = Person(alice), Person(bob)
    begin(alice, bob, "congkak", "south", **OPENING)
    expect(alice.button("Choose again")).to_be_hidden()
    alice.play("3")
    alice.button("Choose again").click()
    expect(bob.told("alice chooses again")).to_be_visible()
    alice.play("5")
    expect(alice.told("Chosen")).to_be_visible()
    bob.button("Cancel game").click()
    bob.button("Keep playing").click()
    bob.button("Cancel game").click()
    bob.prompt("Nobody wins").get_by_role("button", name="Cancel game").click()
    for one in (alice, bob):
        expect(one.page.get_by_role("region", name="Cancelled")).to_contain_text("No result")
    expect(alice.stop("5")).to_have_accessible_name(re.compile("chosen"))


def test_a_series_goes_on_with_sides_swapped_and_the_score_runs_on(alice, bob, carol):
    alice, bob, carol = Person(alice), Person(bob), Person(carol)
    first = begin(alice, bob, "mancala", "north", games="2")
    carol.player.open(first)
    bob.resign()
    expect(alice.result).to_contain_text("Game 1 of 2: alice 1 – 0 bob")
    bob.button("Play game 2").click()
    expect(alice.told("bob is ready for game 2")).to_be_visible()
    alice.button("Play game 2").click()
    expect(bob.told("Your turn")).to_be_visible()
    expect(alice.told("Waiting for bob")).to_be_visible()
    expect(carol.told("bob's turn")).to_be_visible()
    games = carol.page.get_by_role("navigation", name="Games of this series")
    expect(games).to_contain_text("Game 2 of 2: bob 0 – 1 alice")
    carol.player.open("/history")
    expect(carol.page.get_by_role("main")).to_contain_text("game 2 of 2")
    bob.page.get_by_role("link", name="Game 1").click()
    expect(bob.page).to_have_url(first)
    bob.page.get_by_role("link", name="Go to game 2").click()
    alice.button("Offer a draw").click()
    bob.prompt("alice offers a draw").get_by_role("button", name="Accept").click()
    expect(bob.result).to_contain_text("The series is over: bob ½ – 1½ alice")
    expect(bob.button("Rematch")).to_be_visible()
