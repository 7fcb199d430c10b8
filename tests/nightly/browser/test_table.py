"""The match page in a desktop window: the board first, nothing jumps, and other parts look different."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lobby import at_the_board, begin, sit_down
from tests.browser.playing import Person
from tests.games.recorded import played, recorded
from tests.played import Decision, recorded_decisions
from tests.played import begin as begin_unseen

SHARES = {
    (1280, 720): {"wide": 0.5, "square": 0.42},
    (1280, 800): {"wide": 0.5, "square": 0.42},
    (1440, 900): {"wide": 0.5, "square": 0.42},
    (820, 1180): {"wide": 0.58, "square": 0.6},
    (390, 844): {"wide": 0.5, "square": 0.5},
}
"""Minimum share of the window that the drawn board takes, by the board's shape."""

NEEDED = ["#seat-far", "#board .board", "#seat-near", ".word", ".steps", ".match-actions"]
TABLES = [(1280, 720), (1440, 900)]

SHARE = """() => {
  const { width, height } = document.querySelector("#board .board").getBoundingClientRect();
  return (width * height) / (innerWidth * innerHeight);
}"""
OUT_OF_SIGHT = """(needed) => needed.filter((selector) => {
  const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
  return top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1;
})"""
FIXED = ["#board", "#seat-near", ".word", ".steps", "#moves-title", "#panel-about"]
PLACES = """(fixed) => fixed.map((selector) => {
  const { left, top } = document.querySelector(selector).getBoundingClientRect();
  return `${selector} ${Math.round(left)} ${Math.round(top)}`;
})"""


CUT = """(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""


def into_the_second_round() -> tuple[dict[str, Any], list[Decision]]:
    """Return a recorded game of congkak, and its decisions until its first round is won, if these are few."""
    for game in recorded("congkak"):
        for n, decision in enumerate(islice(played(game), 40), start=1):
            if decision["then"]["round"] == 2:
                return game, recorded_decisions(game)[:n]
    raise LookupError("No first round is short.")


def share(page: Page) -> float:
    found: float = page.evaluate(SHARE)
    return found


@pytest.mark.parametrize(
    ("game", "shape"),
    [
        ("mancala", "wide"),
        ("congkak", "wide"),
        ("morris", "square"),
        ("checkers", "square"),
    ],
)
def test_the_board_takes_most_of_the_window(server_url, carol, game, shape):
    carol.page.emulate_media(reduced_motion="reduce")
    match = begin_unseen(server_url, game)
    carol.open(match.path)
    for window, least in SHARES.items():
        carol.resize(*window)
        assert share(carol.page) >= least[shape], (window, share(carol.page))
        if window in TABLES:
            assert carol.page.evaluate(OUT_OF_SIGHT, NEEDED) == [], window


@pytest.mark.parametrize("window", [(1440, 900), (820, 1180), (390, 844)])
@pytest.mark.parametrize("game", ["mancala", "morris"])
def test_nothing_jumps_when_the_connection_is_lost(server_url, alice, game, window):
    match = begin_unseen(server_url, game)
    sit_down(Person(alice), match.alice)
    alice.resize(*window)
    page, lost = alice.alter(), False
    page.route_web_socket(re.compile("/ws/m/"), lambda one: one.close() if lost else one.connect_to_server())
    alice.open(match.path)
    expect(page.locator(".seat-presence[data-here=true]")).to_have_count(1)  # told once the socket is open
    before, lost = page.evaluate(PLACES, FIXED), True
    alice.reload()
    expect(page.locator("#delivery")).to_have_text(re.compile(r"^No connection, trying again in \d+ s$"))
    assert page.evaluate(PLACES, FIXED) == before


def test_trying_and_reviewing_are_said_at_the_head_of_the_board_and_frame_it(alice, bob):
    alice, bob = Person(alice), Person(bob)
    begin(alice, bob, "mancala", "north")
    alice.play("p9")
    bob.sees(4)
    board, mode = bob.page.locator("#board"), bob.page.locator("#mode")
    expect(mode).to_be_hidden()
    expect(board).to_have_css("outline-style", "none")
    bob.button("First").click()
    expect(mode).to_have_text("Reviewing the start")
    expect(board).to_have_css("outline-style", "solid")
    bob.button("Try moves").click()
    expect(mode).to_have_text("Trying moves")
    expect(board).to_have_css("outline-style", "dashed")
    bob.player.check_accessibility()
    bob.button("Stop trying").click()
    bob.button("Live").click()
    expect(mode).to_be_hidden()
    expect(board).to_have_css("outline-style", "none")


def test_the_menu_is_used_by_keys_and_gives_the_focus_back(server_url, alice):
    alice = Person(alice)
    at_the_board(begin_unseen(server_url, "mancala"), alice=alice)
    page, keys = alice.page, alice.page.keyboard
    more, menu = alice.button("More"), page.get_by_role("group", name="More")
    more.focus()
    keys.press("Enter")
    expect(menu).to_be_visible()
    keys.press("Tab")
    expect(menu.get_by_role("button", name="Show the move again")).to_be_focused()
    keys.press("Escape")
    expect(menu).to_be_hidden()
    expect(more).to_be_focused()
    alice.pick("Keys")
    expect(menu).to_be_hidden()
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    keys.press("Escape")
    expect(more).to_be_focused()  # closed, the dialog gives the focus back
    alice.pick("Sound")
    expect(menu.get_by_role("button", name="Sound", exact=True, pressed=False)).to_be_visible()
    page.mouse.click(5, 5)
    expect(menu).to_be_hidden()


def test_names_are_whole_on_a_phone_beside_the_clock_and_the_rounds(server_url, player):
    game, decisions = into_the_second_round()
    clock = {"time": "real", "minutes": "5", "increment": "3"}
    match = begin_unseen(server_url, "congkak", **game["options"], **clock)
    match.play(decisions)
    for name in ("alice", "bob"):
        person = Person(player(name, viewport={"width": 360, "height": 740}))
        sit_down(person, getattr(match, name))
        person.player.open(match.path)
        expect(person.page.get_by_text("1 round won")).to_be_visible()
        cut = person.page.locator(".seat-name").evaluate_all(CUT)
        assert cut == []
