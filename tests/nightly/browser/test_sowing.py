"""A sowing is shown seed by seed in the order of its trace, to everybody who looks; nobody must look."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import begin
from tests.browser.playing import Person
from tests.browser.watching import (
    changes,
    counts,
    decisions,
    moments,
    record,
    show_the_same,
    told_by,
    watch_counts,
)

SOWN = 8000
"""Milliseconds after which any sowing has ended, and no silence of the server is noticed yet."""
A_MOMENT = 50
"""Milliseconds in which at most one stone lands."""


@pytest.fixture
def motion():
    return "no-preference"


@pytest.fixture
def timed(player) -> list[Person]:
    """The three, each with a clock that the test can turn: a busy machine shows stones of a while at once."""
    return [Person(player(name, clock=True)) for name in ("alice", "bob", "carol")]


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


@pytest.mark.nightly
def test_a_watcher_who_stepped_back_stays_there_and_sees_the_sowing_when_she_likes(alice, bob, carol):
    alice, bob, carol = Person(alice), Person(bob), Person(carol)
    link = begin(alice, bob, "mancala", "north")
    comes_to_watch(carol, link)
    alice.stop("p9").click()
    for one in (alice, bob):
        expect(one.board.locator('[data-count="p1"]')).to_have_text("4")
    carol.sees(4)
    carol.button("First").click()
    carol.sees(0)
    expect(carol.page).to_have_url(f"{link}#0")
    shown = counts(carol)
    before = counts(bob)
    for one in (alice, bob, carol):
        watch_counts(one)
    bob.play("p2")
    for one in (alice, bob):
        expect(one.board.locator('[data-count="p5"]')).to_have_text("4")
    expect(carol.button(re.compile(r"^Live\b.*\b1\b"))).to_be_visible()
    [_, sowing] = decisions(record(carol, link))
    order = told_by(sowing, before)
    assert changes(alice) == changes(bob) == order
    assert changes(carol) == []
    assert counts(carol) == shown
    carol.sees(0)
    expect(carol.page).to_have_url(f"{link}#0")

    carol.button("Forward").click()
    expect(carol.board.locator('[data-count="p1"]')).to_have_text("4")
    seen = changes(carol)
    carol.button("Forward").click()
    expect(carol.board.locator('[data-count="p5"]')).to_have_text("4")
    assert changes(carol) == seen + order
    expect(carol.button(re.compile("^Live"))).to_be_hidden()
    assert counts(carol) == counts(alice)


@pytest.mark.nightly
def test_in_congkak_a_watcher_leaves_a_sowing_halfway_and_the_players_see_it_to_its_end(timed):
    alice, bob, carol = timed
    link = begin(alice, bob, "congkak", "south", rounds="3", opening="south", sowing="auto")
    comes_to_watch(carol, link)
    start = counts(carol)
    for one in timed:
        one.player.stop_clock()
        watch_counts(one)
    alice.stop("3").click()
    for one in timed:
        one.sees(1)
    for _ in range(SOWN // A_MOMENT):
        if ("8", 8) in changes(carol):
            break
        carol.page.clock.run_for(A_MOMENT)
    carol.button("First").click()
    carol.sees(0)
    seen = changes(carol)
    for one in (alice, bob):
        one.page.clock.run_for(SOWN)
        expect(one.board.locator('[data-count="A"]')).to_have_text("10")
    [sowing] = decisions(record(carol, link))
    order = told_by(sowing, start)
    assert len(order) == 20, "7 shells, 8 more after the relay, both taken up, and a capture of 9"
    assert changes(alice) == changes(bob) == order
    assert moments(alice) > 5
    assert moments(bob) > 5
    landed = seen[: seen.index(("8", 8)) + 1]
    assert landed == order[: len(landed)]
    assert counts(carol) == start
    carol.sees(0)
    carol.page.clock.resume()
    carol.button(re.compile("^Live")).click()
    carol.sees(1)
    expect(carol.board.locator('[data-count="A"]')).to_have_text("10")


def test_a_second_click_while_stones_still_fall_is_not_lost(player):
    alice, bob = Person(player("alice", clock=True)), Person(player("bob"))
    link = begin(alice, bob, "mancala", "north")
    clock = alice.page.clock
    alice.player.stop_clock()
    start = counts(alice)
    alice.stop("p8").click()
    alice.sees(4)
    clock.run_for(300)
    assert counts(alice) == start | {"p8": 0, "p9": 4}, "the second stone is still in the air"
    alice.stop("p6").click()
    alice.sees(8)
    bob.sees(8)
    assert [event["plies"][0]["action"] for event in decisions(record(bob, link))] == ["pick p8", "pick p6"]
    clock.run_for(5000)
    expect(bob.board.locator('[data-count="p9"]')).to_have_text("5")
    show_the_same(alice, bob)


def comes_to_watch(carol: Person, link: str) -> None:
    carol.player.open(link)
    expect(carol.page.get_by_text("You're watching", exact=True)).to_be_visible()
