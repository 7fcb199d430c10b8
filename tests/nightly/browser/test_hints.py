"""Pointing at a choice shows its result: with mouse, keys and finger, if the players agreed on it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.keys import middle, walk_to
from tests.browser.lobby import begin
from tests.browser.playing import Person
from tests.browser.watching import decisions, record

A_WHILE = 600
"""Milliseconds after which a hint would have been asked for."""
SCROLLED = """(far) => new Promise((done) => {
  const tell = ({ target }) => done(target.closest("[data-stop]")?.getAttribute("data-stop"));
  document.addEventListener("pointerover", tell, { once: true });
  scrollBy({ top: far, behavior: "instant" });
})"""
"""Scroll the page under the mouse, and return the stop that comes to be there."""


def hint(one: Person) -> Locator:
    """Return the rings around a choice's landing and captures."""
    return one.board.locator(".hint-ring")


def spoken(one: Person, words: str) -> Locator:
    return one.page.locator("[aria-live=polite]").filter(has_text=words)


def hold(page: Page, target: Locator, seconds: float = 1) -> None:
    """Hold a finger there until the page reacts; the browser is told that it was long."""
    at = dict(zip("xy", middle(target), strict=True))
    touch, now = page.context.new_cdp_session(page), time.time()
    down = {"type": "touchStart", "touchPoints": [at], "timestamp": now}
    touch.send("Input.dispatchTouchEvent", down)
    expect(page.locator("game-board .hint-ring").first).to_be_attached()
    up = {"type": "touchEnd", "touchPoints": [], "timestamp": now + seconds}
    touch.send("Input.dispatchTouchEvent", up)


@contextmanager
def asking_nothing(page: Page) -> Iterator[None]:
    """Check that the page, whose clock the test turns, asks for no hint meanwhile."""
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("request", note)
    yield
    page.clock.run_for(A_WHILE)
    with page.expect_request("**/healthz"):
        page.evaluate("() => void fetch('/healthz')")
    page.remove_listener("request", note)
    assert not [url for url in asked if url.endswith("/try")]


def test_mouse_keys_and_finger_show_where_a_choice_leads_and_play_nothing(player):
    alice = Person(player("alice"))
    bob = Person(player("bob", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True))
    link = begin(alice, bob, "mancala", "north")
    alice.stop("p8").hover()
    expect(hint(alice)).to_have_count(1)
    expect(alice.board.locator(".hint-again")).to_be_attached()
    alice.page.get_by_role("banner").hover()
    expect(hint(alice)).to_have_count(0)
    walk_to(alice.stop("p10"), "p10")
    expect(spoken(alice, "Hint: the last stone falls into pit 2.")).to_be_attached()
    assert decisions(record(alice, link)) == []
    alice.play("p10")
    bob.sees(4)
    hold(bob.page, bob.stop("p3"))
    assert len(decisions(record(bob, link))) == 1
    bob.stop("p3").tap()
    bob.sees(8)
    expect(hint(bob)).to_have_count(0)


@pytest.mark.nightly
def test_a_tap_of_which_a_busy_page_hears_late_plays(player):
    alice = Person(player("alice", has_touch=True))
    bob = Person(player("bob"))
    begin(alice, bob, "mancala", "north")
    hold(alice.page, alice.stop("p10"), seconds=0.1)
    alice.sees(4)


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_no_hints_where_the_players_agreed_on_none_nor_for_who_watches_or_looks_back(player):
    alice, bob = Person(player("alice", clock=True)), Person(player("bob"))
    carol = Person(player("carol", clock=True))
    link = begin(alice, bob, "mancala", "north", hints="none")
    with asking_nothing(alice.page):
        alice.stop("p8").hover()
    link = begin(alice, bob, "mancala", "north")
    carol.player.open(link)
    expect(carol.told("alice's turn")).to_be_visible()
    with asking_nothing(carol.page):
        carol.stop("p8").hover()
    alice.play("p8")
    alice.sees(4)
    alice.page.get_by_role("button", name="Back", exact=True).click()
    alice.sees(0)
    with asking_nothing(alice.page):
        alice.stop("p9").hover()
    assert not hint(alice).count() + hint(carol).count()


@pytest.mark.nightly
def test_a_mill_and_what_a_jump_takes_are_shown_before_they_are_done(alice, bob):
    alice, bob = Person(alice), Person(bob)
    begin(alice, bob, "morris", "white")
    for one, stop in ((alice, "outer nw"), (bob, "inner n"), (alice, "outer n"), (bob, "inner s")):
        one.play(stop)
    alice.sees(4)
    alice.stop("outer ne").hover()
    expect(alice.board.locator(".hint-line")).to_have_count(1)
    begin(alice, bob, "checkers", "black")
    for one, start, target in ((alice, "3 3", "2 4"), (bob, "4 6", "3 5")):
        one.play(start)
        one.play(target)
    alice.sees(2)
    alice.stop("2 4").hover()
    expect(hint(alice)).to_have_count(1)
