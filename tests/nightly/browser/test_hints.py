"""Pointing at a choice shows its result: with mouse, keys and finger, if the players agreed on it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.hinting import hint, hold
from tests.browser.keys import middle, walk_to
from tests.browser.lobby import begin
from tests.browser.playing import Person

A_WHILE = 600
"""Milliseconds after which a hint would have been asked for."""
SCROLLED = """(far) => new Promise((done) => {
  const tell = ({ target }) => done(target.closest("[data-stop]")?.getAttribute("data-stop"));
  document.addEventListener("pointerover", tell, { once: true });
  scrollBy({ top: far, behavior: "instant" });
})"""
"""Scroll the page under the mouse, and return the stop that comes to be there."""


def test_a_tap_of_which_a_busy_page_hears_late_plays(player):
    alice = Person(player("alice", has_touch=True))
    bob = Person(player("bob"))
    begin(alice, bob, "mancala", "north")
    hold(alice.page, alice.stop("p10"), seconds=0.1)
    alice.sees(4)


def test_what_keys_point_at_stays_when_the_page_scrolls_under_a_resting_mouse(player):
    alice, bob = Person(player("alice", clock=True)), Person(player("bob"))
    begin(alice, bob, "mancala", "north")
    walk_to(alice.stop("p10"), "p10")
    expect(hint(alice)).to_have_count(1)
    (x, y), (_, across) = middle(alice.stop("p8")), middle(alice.stop("p3"))
    alice.page.mouse.move(x, (y + across) / 2)
    assert alice.page.evaluate(SCROLLED, (y - across) / 2) == "p8"
    alice.page.clock.run_for(A_WHILE)
    expect(alice.board.locator(".hint-again")).to_have_count(0)
    expect(hint(alice)).to_have_count(1)
