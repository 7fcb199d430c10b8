"""Confirmation of moves: a person who wants it is asked before a move is played, however it was chosen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import begin
from tests.browser.playing import Person


def test_with_days_for_each_turn_what_is_clicked_pressed_or_typed_waits_for_a_word(alice, bob):
    alice, bob = Person(alice), Person(bob)
    begin(alice, bob, "mancala", "north", time="days", days="3")
    keys, field = alice.page.keyboard, alice.page.get_by_role("textbox", name="Type a move")
    held = alice.page.get_by_role("list", name="Offers and notices")
    alice.play("p8")
    expect(held).to_contain_text("Play 8?")
    alice.pick("Turn the board")
    expect(alice.stop("p8")).to_have_accessible_name(re.compile("selected"))
    held.get_by_role("button", name="Cancel").click()
    expect(held).to_be_hidden()
    alice.play("p8")
    alice.button("Confirm").click()
    for one in (alice, bob):
        one.sees(4)
    expect(alice.marked.first).to_be_attached()
    alice.stop("p6").focus()
    keys.press("Enter")
    expect(held).to_contain_text("Play 6?")
    keys.press("Escape")
    expect(held).to_be_hidden()
    field.fill("10")
    keys.press("Enter")
    expect(held).to_contain_text("Play 10?")
    expect(field).to_have_value("")
    keys.press("Escape")
    expect(held).to_be_hidden()
    assert alice.ply == bob.ply == 4
    field.fill("10")
    keys.press("Enter")
    expect(held).to_contain_text("Play 10?")
    keys.press("Enter")
    bob.sees(9)
    for one, whose in ((alice, "Their turn"), (bob, "Your turn")):
        one.player.open("/")
        expect(one.page.get_by_role("listitem").filter(has_text=whose)).to_contain_text("2 days left")


@pytest.mark.nightly
def test_a_choice_that_waits_for_a_word_stays_when_the_other_chooses_at_the_same_time(alice, bob):
    alice, bob = Person(alice), Person(bob)
    opening = {"rounds": "3", "opening": "simultaneous", "sowing": "auto"}
    begin(alice, bob, "congkak", "south", time="days", days="3", **opening)
    held = alice.page.get_by_role("list", name="Offers and notices")
    alice.play("3")
    expect(held).to_contain_text("Play 3?")
    bob.play("9")
    bob.button("Confirm").click()
    expect(alice.told("bob has chosen")).to_be_visible()
    expect(held).to_contain_text("Play 3?")
    alice.page.keyboard.press("Enter")
    for one in (alice, bob):
        one.sees(2)
