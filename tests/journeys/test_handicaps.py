"""Two people of different strength: the form proposes an even game, and they play it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from games_app.lists.evenness import FEWEST_GAMES
from tests.browser.lobby import TURN, begin, choose, make, take_seat
from tests.browser.playing import Person


def test_after_some_games_the_form_proposes_an_even_one_and_both_play_it(player):
    alice, bob = Person(player("alice")), Person(player("bob"))
    begin(alice, bob, "mancala", "north")
    for n in range(FEWEST_GAMES):
        alice.resign()
        expect(bob.result).to_be_visible()
        if n + 1 < FEWEST_GAMES:
            over = bob.page.url
            bob.button("Rematch").click()
            alice.button("Accept the rematch").click()
            for one in (alice, bob):
                expect(one.page).not_to_have_url(over)
                expect(one.told(TURN)).to_be_visible()
    alice.press(alice.page.get_by_role("link", name="Other terms"))
    page = alice.page
    expect(page.get_by_role("button", name="Send the invitation")).to_be_visible()
    even = page.get_by_role("region", name="An even game")
    expect(even).to_contain_text("In your last 3 games with bob you scored 0.")
    alice.press(even.get_by_role("button", name="Make it even"))
    expect(even.get_by_role("status")).to_have_text("This handicap is chosen.")
    expect(page.locator("[data-chip=handicap] > summary")).to_have_text(
        re.compile("Head start: 3 stones"), use_inner_text=True
    )
    expect(page.locator("[data-chip=favours] > summary")).to_have_text(
        "Who gets it: I get it", use_inner_text=True
    )
    alice.player.shot("An even game is proposed")
    alice.player.check_accessibility()
    choose(page, "Your side", "South")
    alice.press(page.get_by_role("button", name="Send the invitation"))
    expect(page.get_by_text("South begins with 3 stones already in the store.")).to_be_visible()
    bob.player.open(page.url)
    expect(bob.page.get_by_text("South begins with 3 stones already in the store.")).to_be_visible()
    bob.press(bob.button(re.compile("^Play$")))
    for one in (alice, bob):
        expect(one.told(TURN)).to_be_visible()
        expect(one.stop("pwinsouth")).to_have_attribute("aria-label", re.compile("3 stones"))
    bob.play("p10")
    expect(alice.last_move).to_contain_text("10")
    alice.player.shot("The match with a head start")


def test_both_clocks_show_the_time_that_was_agreed(player):
    alice, bob = Person(player("alice")), Person(player("bob"))
    page = alice.player.open("/new/mancala")
    choose(page, "Time", "10 minutes each")
    choose(page, "Handicap", "More time than the other side")
    choose(page, "Who gets it", "The other player gets it")
    link = make(alice, "mancala", side="North")
    take_seat(bob, link)
    for role, left in (("north", "5:00"), ("south", "10:00")):
        seat = bob.page.locator(f"[data-role='{role}']:has(> .clock)").first
        expect(seat.locator(".clock")).to_contain_text(left)
