"""The page of a match shows everything needed for play, in every window."""

import pytest
from playwright.sync_api import expect

from games_app.games.rules import GAMES
from tests.browser.lobby import sit_down
from tests.browser.playing import Person
from tests.faults.play import options_of
from tests.faults.visitor import Visitor
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
IN_ORDER = """() => document.querySelector("#result").getBoundingClientRect().bottom
  <= document.querySelector("#analysis").getBoundingClientRect().top"""
"""Script that says whether the result stands above the analysis."""


@pytest.fixture
def matches(server_url):
    """Return game -> the address of a running match."""
    alice, bob = Visitor(server_url), Visitor(server_url)

    def begin(game):
        match = alice.make_match(game, "random", **options_of(game))
        bob.join(match, "bob")
        return f"/m/{match}"

    return {game: begin(game) for game in GAMES}


def finished(server_url, game) -> Played:
    options, decisions = sample(game)
    match = begin(server_url, game, **options)
    match.play(decisions)
    return match


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


@pytest.mark.parametrize("game", ["congkak9", "ohvalhu", "congkak", "morristwelve", "draughts"])
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


@pytest.mark.parametrize(("game", "share"), [("congkak", 0.6), ("mancala", 0.6), ("morris", 0.8)])
def test_at_200_percent_the_board_takes_most_of_a_laptop_s_window(carol, matches, game, share):
    carol.resize(640, 360)
    carol.open(matches[game])
    assert out_of_sight(carol.page, ["#seat-far", "#seat-near", "#board .board"]) == []
    height = carol.page.locator("#board .board").bounding_box()["height"]
    assert height >= share * 360


def test_at_200_percent_the_board_stays_large_after_the_end(alice, server_url):
    match = finished(server_url, "congkak")
    alice.resize(640, 360)
    alice.open(match.path)
    assert out_of_sight(alice.page, ["#seat-far", "#seat-near", "#board .board"]) == []
    assert alice.page.locator("#board .board").bounding_box()["height"] >= 0.6 * 360


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


@pytest.mark.parametrize("game", ["morris", "checkers"])
def test_beside_a_square_board_both_seats_and_the_steps_are_in_sight_after_the_end(alice, server_url, game):
    match = finished(server_url, game)
    sit_down(Person(alice), match.alice)
    alice.open(match.path)
    for window in ((1280, 720), (1440, 900), (1920, 1080)):
        alice.resize(*window)
        assert out_of_sight(alice.page, [*NEEDED, "#rematch"]) == [], window


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_the_result_below_the_board_before_the_analysis(alice, server_url, game):
    match = finished(server_url, game)
    sit_down(Person(alice), match.alice)
    alice.resize(390, 844)
    alice.open(match.path)
    assert out_of_sight(alice.page, ["#board .board", "#result-headline", "#rematch"]) == []
    assert alice.page.evaluate(IN_ORDER)
    alice.page.get_by_role("button", name="Back").click()
    expect(alice.page.locator("#match")).to_have_attribute("data-view", "past")
    assert not alice.page.evaluate(IN_ORDER), "the verdict of an earlier move comes first"
