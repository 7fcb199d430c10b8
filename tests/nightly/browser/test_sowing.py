"""A sowing is shown seed by seed in the order of its trace, to everybody who looks; nobody must look."""

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import begin
from tests.browser.playing import Person
from tests.browser.watching import (
    counts,
    decisions,
    record,
    show_the_same,
)


@pytest.fixture
def motion():
    return "no-preference"


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
