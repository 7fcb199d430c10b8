"""Decisions beside the moves: looking back, taking back, draws."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests import played
from tests.browser.lobby import OPENING, at_the_board, two_moves
from tests.browser.playing import Person
from tests.browser.watching import counts


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


def lying(person):
    """Return the content of each stop, and the possible actions."""
    stops = person.board.locator("[data-stop]").all()
    return [stop.get_attribute("aria-label") for stop in stops]


def test_a_decision_is_taken_back_when_the_other_agrees(server_url, alice, bob):
    """Two secret choices are one decision."""
    alice, bob = Person(alice), Person(bob)
    at_the_board(played.begin(server_url, "congkak", **OPENING), alice=alice, bob=bob)
    place, board = alice.place, lying(alice)
    alice.play("3")
    bob.play("10")
    for one in (alice, bob):
        one.sees(2)
    alice.button("Take back").click()
    expect(alice.prompt("You have asked to take back")).to_be_visible()
    bob.prompt("alice wants to take back").get_by_role("button", name="Accept").click()
    expect(bob.told("alice took a move back")).to_be_visible()
    for one in (alice, bob):
        expect(one.scrubber).to_have_attribute("aria-valuetext", place)
        expect(one.page.get_by_role("button", name="Taken back by alice")).to_be_visible()
    assert lying(alice) == board
    alice.play("3")
    bob.page.get_by_role("button", name="Taken back by alice").click()
    bob.page.get_by_role("region", name="Moves").locator('a[href="#2"]').click()
    expect(bob.scrubber).to_have_attribute("aria-valuetext", re.compile("taken back$"))


@pytest.fixture
def morris(server_url, alice, bob):
    """Alice and bob at a match in which white has placed a stone, and its path."""
    people = Person(alice), Person(bob)
    match = played.begin(server_url, "morris")
    match.play([("white", "place outer nw")])
    at_the_board(match, alice=people[0], bob=people[1])
    return *people, match.path


def test_a_draw_is_declined_or_withdrawn_and_not_offered_twice_in_one_position(morris):
    alice, bob, _ = morris
    alice.button("Offer a draw").click()
    bob.prompt("alice offers a draw").get_by_role("button", name="Decline").click()
    expect(alice.told("bob declines the draw")).to_be_visible()
    alice.button("Offer a draw").click()
    expect(alice.told("You have already offered that")).to_be_visible()
    bob.button("Offer a draw").click()
    expect(alice.prompt("bob offers a draw")).to_be_visible()
    bob.prompt("You have offered a draw").get_by_role("button", name="Withdraw").click()
    expect(alice.told("bob withdrew the draw offer")).to_be_visible()
    expect(alice.prompt("bob offers a draw")).to_be_hidden()
