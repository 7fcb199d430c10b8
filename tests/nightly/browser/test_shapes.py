"""The page of a match shows everything needed for play, in every window."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games_app.rules import GAMES
from games_app.services.engine.review import graded, summary
from tests.browser.lobby import sit_down
from tests.browser.playing import Person
from tests.faults.play import options_of
from tests.faults.visitor import Visitor
from tests.nightly import nightly_except
from tests.played import Played, begin, sample

NEEDED = ["#seat-far", "#board .board", "#seat-near", ".steps"]
SMALL, TABLET, DESK = (360, 640), (768, 1024), (1280, 800)
WINDOWS = [SMALL, (390, 844), (740, 360), TABLET, DESK, (1920, 1080)]
SMALLER = (320, 568)
THUMB, NARROW_THUMB = 44, 36
PITS = '[data-stop]:not([data-kind="store"])'
"""Stops but the stores, which nobody presses to play."""
UNCOVERED = """() => {
  const edge = (selector, side) => document.querySelector(selector).getBoundingClientRect()[side];
  const [above, below] = [edge("#seat-near", "top"), edge("#seat-near", "bottom")];
  return edge("#board", "bottom") <= above && below <= edge(".bar", "top");
}"""
"""Script that says whether board, seat and bar stand below each other."""
ROWS_IN_SIGHT = """() => {
  const list = document.querySelector("#moves").getBoundingClientRect();
  return [...document.querySelectorAll("#moves .move")].filter((move) => {
    const { top, bottom } = move.getBoundingClientRect();
    return top >= list.top - 1 && bottom <= Math.min(list.bottom, innerHeight) + 1;
  }).length;
}"""
COLUMNS = """() => [...document.querySelectorAll("#moves > li")].slice(0, 4).map((row) => {
  const { left, top } = row.getBoundingClientRect();
  return [Math.round(left), Math.round(top)];
})"""


def judge(page: Page, match: Played) -> None:
    """Answer the page's requests about the analysis: each move gave away a stone."""
    decisions = [
        {"seq": event["seq"], "ply": event["plies"][-1]["n"], "role": event["role"], "why": ""}
        | {"action": event["plies"][0]["action"], "found": found(event)}
        for event in match.alice.record(match.id)
        if event["what"] == "acted" and event["plies"]
    ]
    review = {"state": "done", "decisions": graded(decisions), "summary": summary(decisions)}
    page.route(
        re.compile("/review(\\?|$)"),
        lambda route: route.fulfill(content_type="application/json", body=json.dumps(review)),
    )


def found(event: dict[str, Any]) -> dict[str, Any]:
    action, value = event["plies"][0]["action"], {"kind": "exact", "score": 2, "outcome": 1}
    return {
        "role": event["role"],
        "scope": "game",
        "unit": "margin",
        "value": value,
        "best": [action],
        "actions": {action: value | {"loss": {"kind": "exact", "score": 1}}},
        "line": [],
        "line_proved": True,
    }


@pytest.fixture
def matches(server_url):
    """Return game -> the address of a running match."""
    alice, bob = Visitor(server_url), Visitor(server_url)

    def begin(game):
        match = alice.make_match(game, "random", **options_of(game))
        bob.join(match, "bob")
        return f"/m/{match}"

    return {game: begin(game) for game in GAMES}


def out_of_sight(page, needed=NEEDED):
    """Return the needed parts that require scrolling down or sideways."""
    return page.evaluate(
        """(needed) => needed.filter((selector) => {
          const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
          return top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1;
        }).concat(document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : [])""",
        needed,
    )


def smallest_stop(page, which="[data-stop]"):
    """Return the shorter side, in pixels, of the smallest place that can be pressed."""
    return page.evaluate(
        """(which) => Math.min(...[...document.querySelectorAll(which)].flatMap((stop) => {
          const { width, height } = stop.firstElementChild.getBoundingClientRect();
          return [width, height];
        }))""",
        which,
    )


def test_board_seats_and_steps_are_in_sight_in_every_window(carol, matches):
    carol.page.emulate_media(reduced_motion="reduce")
    for game, address in matches.items():
        carol.open(address)
        for window in WINDOWS:
            carol.resize(*window)
            assert out_of_sight(carol.page) == [], (game, window)
            if window == SMALL:
                assert smallest_stop(carol.page) >= THUMB, game


@pytest.mark.parametrize(
    "game", nightly_except(["congkak9", "ohvalhu", "congkak", "morristwelve", "draughts"], "congkak9")
)
def test_on_a_short_phone_the_bar_covers_neither_the_board_nor_a_seat(alice, server_url, game):
    match = begin(server_url, game)
    sit_down(Person(alice), match.alice)
    for window, least in ((SMALL, THUMB), (SMALLER, NARROW_THUMB)):
        alice.resize(*window)
        alice.open(match.path)
        expect(alice.page.locator('#seat-near .seat-presence[data-here="true"]')).to_be_attached()
        assert out_of_sight(alice.page) == [], window
        assert alice.page.evaluate(UNCOVERED), window
        assert smallest_stop(alice.page, PITS) >= least, window


@pytest.mark.parametrize("game", nightly_except(["morris", "checkers"], "morris"))
def test_beside_a_square_the_result_leaves_both_seats_in_sight(carol, server_url, game):
    options, decisions = sample(game)
    match = begin(server_url, game, **options)
    match.play(decisions)
    carol.open(match.path)
    expect(carol.page.get_by_role("link", name="Play from here")).to_be_visible()
    for window in ((1280, 720), (1440, 900)):
        carol.resize(*window)
        assert out_of_sight(carol.page, [*NEEDED, "#result-headline", "#last-move"]) == [], window


@pytest.mark.parametrize("game", nightly_except(GAMES, "congkak"))
def test_in_review_board_verdict_graph_and_eight_moves_are_in_sight_at_once(carol, server_url, game):
    options, decisions = sample(game)
    match = begin(server_url, game, **options)
    match.play(decisions)
    carol.resize(1280, 720)
    judge(carol.alter(), match)
    page = carol.open(match.path)
    expect(page.locator(".mistake-count")).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".judged-move")).to_contain_text("gave away")
    carol.complete()
    assert out_of_sight(page, [*NEEDED, ".judgement", ".course-line", ".value-line"]) == []
    assert page.evaluate(ROWS_IN_SIGHT) >= 8


def test_the_pair_of_a_turn_stands_in_a_row(carol, server_url):
    match = begin(server_url, "checkers")
    match.play(sample("checkers")[1][:4])
    carol.resize(*DESK)
    page = carol.open(match.path)
    expect(page.locator("#moves > li")).to_have_count(4)
    (left, first), (right, second), (again, third), (last, fourth) = page.evaluate(COLUMNS)
    assert left == again < right == last
    assert first == second < third == fourth


@pytest.mark.parametrize(
    "window", nightly_except([(1280, 720), TABLET, (390, 844), SMALL, (740, 360)], SMALL)
)
def test_the_chat_opens_over_or_beside_the_board_and_never_scrolls_it_away(carol, server_url, window):
    for game in ("mancala", "checkers"):
        match = begin(server_url, game)
        sit_down(Person(carol), match.alice)
        carol.resize(*window)
        page = carol.open(match.path)
        expect(page.locator('#seat-near .seat-presence[data-here="true"]')).to_be_attached()
        page.keyboard.press("s")
        expect(page.get_by_role("textbox", name="Message")).to_be_focused()
        # The sheets of the chat and of its room may come after the focus.
        expect(page.locator("#chat-input")).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") == 0, game
        assert out_of_sight(page, ["#seat-far", "#board .board", "#chat-input"]) == [], game
        carol.check_accessibility()
        page.keyboard.press("Escape")
        expect(page.get_by_role("textbox", name="Message")).to_be_hidden()


def test_on_a_tablet_moves_and_match_share_a_place_by_tabs(carol, matches):
    page = carol.page
    carol.resize(*TABLET)
    carol.open(matches["morris"])
    moves = page.get_by_role("tabpanel", name="Moves")
    match = page.get_by_role("tabpanel", name="Match")
    expect(moves).to_be_visible()
    expect(match).to_be_hidden()
    page.get_by_role("tab", name="Moves").focus()
    page.keyboard.press("ArrowRight")
    expect(match).to_be_visible()
    expect(moves).to_be_hidden()
    expect(page.get_by_role("tab", name="Match")).to_be_focused()
    carol.check_accessibility()
    carol.resize(*DESK)
    for name in ("Moves", "Match"):
        expect(page.get_by_role("region", name=name)).to_be_visible()
    expect(page.get_by_role("tablist")).to_be_hidden()
