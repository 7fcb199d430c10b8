"""The match page in a desktop window: the board first, nothing jumps, and other parts look different."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games_app.rules import GAMES
from tests.browser.arriving import open_as_it_comes, text_of
from tests.browser.lobby import at_the_board, begin, sit_down
from tests.browser.playing import Person
from tests.games.recorded import played, recorded
from tests.nightly import nightly_except
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
IN_SIGHT = """() => Object.fromEntries(
  ["#board", "#seat-near", ".word", ".steps", ".track", ".match-actions", "#panel-moves"]
    .map((name) => [name, document.querySelector(name)?.getBoundingClientRect()])
    .filter(([, box]) => box?.height && box.top < innerHeight)
    .map(([name, { left, top }]) => [name, `${Math.round(left)} ${Math.round(top)}`]),
)"""
RESULT_AT = "document.querySelector('#result').getBoundingClientRect().top"
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [sheet];
}"""
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


WATCH_SHIFTS = """window.shifted = 0;
window.shifts = [];
const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
const called = (node) => node?.id || node?.className || node?.nodeName;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    window.shifted += value;
    for (const { node, previousRect, currentRect } of sources) {
      window.shifts.push(`${called(node)} went from ${box(previousRect)} to ${box(currentRect)}`);
    }
  }
}).observe({ type: "layout-shift", buffered: true });"""
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
        pytest.param("mancala", "wide", marks=pytest.mark.nightly),
        ("congkak", "wide"),
        ("morris", "square"),
        pytest.param("checkers", "square", marks=pytest.mark.nightly),
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


@pytest.mark.parametrize(
    "window", nightly_except([(1440, 900), (820, 1180), (390, 844), (360, 640)], (360, 640))
)
def test_what_the_server_sends_leaves_room_for_what_the_scripts_say(server_url, alice, carol, window):
    match = begin_unseen(server_url, "mancala")
    match.play([("north", "pick p9"), ("south", "pick p1")])
    sit_down(Person(alice), match.alice)
    for one in (alice, carol):
        one.resize(*window)
        one.alter().add_init_script(WATCH_SHIFTS)
        one.open(match.path)
        expect(one.page.locator("#last-move")).to_contain_text("sows 4")
        assert one.page.evaluate("window.shifted") < 0.001, (one.name, one.page.evaluate("window.shifts"))


@pytest.mark.parametrize("window", nightly_except([(1440, 900), (820, 1180), (390, 844)], (390, 844)))
@pytest.mark.parametrize("game", ["mancala", pytest.param("morris", marks=pytest.mark.nightly)])
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


@pytest.mark.parametrize(
    "window", nightly_except([(1440, 900), (820, 1180), (390, 844), (360, 640)], (360, 640))
)
def test_what_is_painted_before_the_whole_page_has_come_stays_where_it_is(server_url, alice, window):
    match = begin_unseen(server_url, "mancala")
    match.play([("north", "pick p9"), ("south", "pick p1")])
    sit_down(Person(alice), match.alice)
    alice.resize(*window)
    alice.open(match.path)
    expect(alice.page.locator("#last-move")).to_contain_text("sows 4")
    whole = alice.page.evaluate(IN_SIGHT)
    page = text_of(alice, match.path)
    for nxt in ('<section class="result"', '<section class="moves"', '<section class="more-about"'):
        open_as_it_comes(alice, match.path, page[: page.index(nxt)])
        painted = alice.page.evaluate(IN_SIGHT)
        assert ".match-actions" in painted
        assert painted == {name: place for name, place in whole.items() if name in painted}, nxt


@pytest.mark.nightly
def test_a_result_is_painted_on_a_phone_where_it_stays(server_url, alice):
    match = begin_unseen(server_url, "mancala")
    match.play([("north", "pick p9")])
    match.tell("north", "resign")
    alice.resize(390, 844)
    page = alice.open(match.path)
    expect(page.locator("#last-move")).to_contain_text("sows 3")
    whole = page.evaluate(RESULT_AT)
    open_as_it_comes(alice, match.path, text_of(alice, match.path))
    assert alice.page.evaluate(RESULT_AT) == pytest.approx(whole, abs=3)


@pytest.mark.parametrize("window", nightly_except([(1280, 720), (820, 1180)], (820, 1180)))
def test_nothing_jumps_when_a_choice_may_be_made_again_or_an_offer_comes(alice, bob, window):
    alice, bob = Person(alice), Person(bob)
    alice.player.resize(*window)
    begin(alice, bob, "congkak", "south", rounds="1", opening="simultaneous", sowing="auto")
    before = alice.page.evaluate(PLACES, FIXED)
    alice.play("3")
    expect(alice.button("Choose again")).to_be_visible()
    assert alice.page.evaluate(PLACES, FIXED) == before
    bob.button("Offer a draw").click()
    expect(alice.button("Accept")).to_be_visible()
    assert alice.page.evaluate(PLACES, FIXED) == before


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["mancala", "morris"])
def test_nothing_jumps_when_a_rematch_is_offered_and_withdrawn(server_url, alice, game):
    match = begin_unseen(server_url, game)
    match.tell(GAMES[game].roles[0], "resign")
    alice = Person(alice)
    sit_down(alice, match.alice)
    alice.player.open(match.path)
    before = alice.page.evaluate(PLACES, FIXED)
    alice.button("Rematch").click()
    expect(alice.button("Withdraw")).to_be_visible()
    assert alice.page.evaluate(PLACES, FIXED) == before


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["congkak", "checkers"])
def test_with_wide_spacing_of_the_text_nothing_scrolls_sideways(server_url, alice, game):
    """WCAG 1.4.12."""
    match = begin_unseen(server_url, game)
    sit_down(Person(alice), match.alice)
    for path in ("/", f"/new/{game}", f"/rules/{game}", "/history", match.path):
        alice.open(path)
        alice.page.evaluate(SPACED)
        for window in ((1280, 800), (390, 844)):
            alice.resize(*window)
            assert alice.page.evaluate(SIDEWAYS) <= 0, (path, window)


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


def test_on_a_phone_offers_and_giving_up_are_in_the_menu(player):
    alice, bob = Person(player("alice")), Person(player("bob", viewport={"width": 390, "height": 844}))
    begin(alice, bob, "mancala", "south")
    expect(bob.button("Resign")).to_be_hidden()
    bob.pick("Offer a draw")
    expect(alice.button("Accept")).to_be_visible()
    bob.button("Withdraw").click()
    bob.resign()
    expect(bob.result).to_contain_text("You resigned")
    bob.player.resize(1280, 720)
    expect(bob.button("Rematch")).to_be_visible()


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_the_guide_is_not_offered_after_the_end(server_url, alice):
    alice = Person(alice)
    at_the_board(begin_unseen(server_url, "congkak", opening="south"), alice=alice)
    offer = alice.page.get_by_text("New to Congkak?")
    expect(offer).to_be_visible()
    alice.resign()
    expect(alice.result).to_be_visible()
    expect(offer).to_be_hidden()
