"""Whole matches: by mouse, by touch, by keyboard with a screen reader, watched and reviewed."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.browser.listening import HEARING, Listener
from tests.browser.playing import Person, by_finger, play_on
from tests.browser.states import STILL
from tests.browser.whole_matches import meet, play_and_review, review

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_mancala_is_seen_and_heard_to_its_end(player):
    alice = Person(player("alice"))
    bob = Listener(player("bob", **HEARING))
    carol = Person(player("carol", color_scheme="dark"))
    link = meet(alice, bob, carol, "mancala", side="South")
    play_and_review(alice, bob, carol, link, "mancala", seed=40)


def test_a_short_match_is_seen_on_a_phone_and_heard_from_the_first_page_to_the_review(player):
    alice = Person(player("alice", **PHONE), by_finger)
    bob = Listener(player("bob", **HEARING))
    carol = Person(player("carol", **STILL))
    link = meet(alice, bob, carol, "mancala", side="South")
    play_on([alice, bob], random.Random(1), decisions=6)
    alice.pick("Offer a draw")
    bob.hears("alice offers a draw")
    bob.page.keyboard.press("o")
    bob.page.keyboard.press("Enter")
    expect(bob.result).to_be_visible()
    bob.hears_out()
    review(alice, bob, carol, link, "mancala")
