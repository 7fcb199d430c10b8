"""Offers and requests between players, and how each sees them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests import played
from tests.browser.lobby import at_the_board, begin
from tests.browser.playing import Person
from tests.nightly import nightly_except

SIMULTANEOUS = {"rounds": "3", "opening": "simultaneous", "sowing": "auto"}
BEFORE = {
    "morris": [
        ("white", "place outer nw"),
        ("black", "place inner s"),
        ("white", "place outer n"),
        ("black", "place middle s"),
    ],
}
LAST = {
    "mancala": [("alice", "p8")],
    "morris": [("alice", "outer ne")],
    "checkers": [("alice", "3 3", "4 4")],
    "congkak": [("alice", "3"), ("bob", "10")],
}
"""Positions with the next players: an extra turn, a closed mill, a plain move, and secret choices."""


def between(person, words):
    """Return the prompt between the players."""
    lines = person.page.get_by_role("list", name="Offers and notices").get_by_role("listitem")
    return lines.filter(has_text=words)


def lying(person):
    """Return the content of each stop, and the possible actions."""
    stops = person.board.locator("[data-stop]").all()
    return [stop.get_attribute("aria-label") for stop in stops]


@pytest.mark.parametrize("game", nightly_except(LAST, "congkak"))
def test_a_decision_is_taken_back_when_the_other_agrees(server_url, alice, bob, game):
    people = {"alice": Person(alice), "bob": Person(bob)}
    alice, bob = people.values()
    match = played.begin(server_url, game, **(SIMULTANEOUS if game == "congkak" else {}))
    match.play(BEFORE.get(game, []))
    at_the_board(match, **people)
    alice.still()
    place, board = alice.place, lying(alice)
    for name, *stops in LAST[game]:
        before = alice.place
        for stop in stops:
            people[name].play(stop)
        alice.moved_on(before)
    alice.button("Take back").click()
    expect(between(alice, "You have asked to take back")).to_be_visible()
    taken = alice.ply
    between(bob, "alice wants to take back").get_by_role("button", name="Accept").click()
    expect(bob.told("alice took a move back")).to_be_visible()
    for one in people.values():
        expect(one.scrubber).to_have_attribute("aria-valuetext", place)
        expect(one.page.get_by_role("button", name="Taken back by alice")).to_be_visible()
    assert lying(alice) == board
    alice.play(LAST[game][0][1])
    bob.page.get_by_role("button", name="Taken back by alice").click()
    bob.page.get_by_role("region", name="Moves").locator(f'a[href="#{taken}"]').click()
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
    between(bob, "alice offers a draw").get_by_role("button", name="Decline").click()
    expect(alice.told("bob declines the draw")).to_be_visible()
    alice.button("Offer a draw").click()
    expect(alice.told("You have already offered that")).to_be_visible()
    bob.button("Offer a draw").click()
    expect(between(alice, "bob offers a draw")).to_be_visible()
    between(bob, "You have offered a draw").get_by_role("button", name="Withdraw").click()
    expect(alice.told("bob withdrew the draw offer")).to_be_visible()
    expect(between(alice, "bob offers a draw")).to_be_hidden()


@pytest.mark.nightly
def test_a_draw_that_was_offered_before_a_reload_is_agreed_on(morris):
    alice, bob, _ = morris
    bob.play("inner s")
    bob.button("Offer a draw").click()
    bob.player.reload()
    expect(between(bob, "You have offered a draw")).to_be_visible()
    between(alice, "bob offers a draw").get_by_role("button", name="Accept").click()
    for one in (alice, bob):
        expect(one.page.get_by_role("region", name="A draw")).to_contain_text("Agreed by both")
        expect(one.marked).to_have_count(0)


@pytest.mark.nightly
def test_a_rematch_is_withdrawn_or_accepted_and_a_watcher_who_looks_back_is_not_torn_away(morris, carol):
    alice, bob, path = morris
    carol = Person(carol)
    link = carol.player.open(path).url
    carol.button("First").click()
    bob.resign()
    bob.button("Rematch").click()
    bob.button("Withdraw").click()
    expect(alice.told("bob withdrew the rematch offer")).to_be_visible()
    bob.button("Rematch").click()
    expect(bob.result).to_contain_text("Waiting for alice")
    alice.player.reload()
    for size in ((667, 375), (740, 360)):
        alice.player.resize(*size)
        expect(alice.button("Accept the rematch")).to_be_visible()
        box = alice.button("Accept the rematch").bounding_box()
        assert box["height"] < 60, "its words have two lines"
    alice.button("Accept the rematch").click()
    for one in (alice, bob):
        expect(one.page).not_to_have_url(link)
    expect(alice.page).to_have_url(bob.page.url)
    expect(carol.page).to_have_url(f"{link}#0")
    carol.page.get_by_role("link", name="Watch the rematch").click()
    expect(carol.told("bob's turn")).to_be_visible()


@pytest.mark.nightly
def test_a_secret_choice_is_made_again_and_a_match_called_off_before_both_have_begun(alice, bob):
    alice, bob = Person(alice), Person(bob)
    begin(alice, bob, "congkak", "south", **SIMULTANEOUS)
    expect(alice.button("Choose again")).to_be_hidden()
    alice.play("3")
    alice.button("Choose again").click()
    expect(bob.told("alice chooses again")).to_be_visible()
    alice.play("5")
    expect(alice.told("Chosen")).to_be_visible()
    bob.button("Cancel game").click()
    bob.button("Keep playing").click()
    bob.button("Cancel game").click()
    between(bob, "Nobody wins").get_by_role("button", name="Cancel game").click()
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
    between(bob, "alice offers a draw").get_by_role("button", name="Accept").click()
    expect(bob.result).to_contain_text("The series is over: bob ½ – 1½ alice")
    expect(bob.button("Rematch")).to_be_visible()


@pytest.mark.nightly
def test_the_end_of_a_match_clears_what_was_said_for_a_moment(server_url, alice, bob):
    alice, bob = Person(alice), Person(bob)
    at_the_board(played.begin(server_url, "checkers"), alice=alice, bob=bob)
    alice.button("Offer a draw").click()
    bob.button("Decline").click()
    expect(alice.told("bob declines the draw.")).to_be_visible()
    bob.resign()
    expect(alice.result).to_be_visible()
    assert "declines" not in (alice.page.locator("#notice").text_content() or "")
