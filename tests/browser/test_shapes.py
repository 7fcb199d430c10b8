"""The page of a match shows in every window what one needs to play."""

import pytest
from playwright.sync_api import expect

from games_app.rules import GAMES
from tests.faults.play import options_of
from tests.faults.visitor import Visitor
from tests.played import begin, sample

NEEDED = ["#seat-far", "#board .board", "#seat-near", ".steps"]
SMALL, TABLET, DESK = (360, 640), (768, 1024), (1280, 800)
WINDOWS = [SMALL, (390, 844), (740, 360), TABLET, DESK, (1920, 1080)]
THUMB = 44


@pytest.fixture
def matches(server_url):
    """Game -> the address of a match that has begun."""
    alice, bob = Visitor(server_url), Visitor(server_url)

    def begin(game):
        match = alice.make_match(game, "random", **options_of(game))
        bob.join(match, "bob")
        return f"/m/{match}"

    return {game: begin(game) for game in GAMES}


def out_of_sight(page, needed=NEEDED):
    """What of the needed one would have to scroll to, down or sideways."""
    return page.evaluate(
        """(needed) => needed.filter((selector) => {
          const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
          return top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1;
        }).concat(document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : [])""",
        needed,
    )


def smallest_stop(page):
    """Pixels of the shorter side of the smallest place that can be pressed."""
    return page.evaluate(
        """() => Math.min(...[...document.querySelectorAll("[data-stop]")].flatMap((stop) => {
          const { width, height } = stop.firstElementChild.getBoundingClientRect();
          return [width, height];
        }))"""
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


@pytest.mark.parametrize("game", ["morris", "checkers"])
def test_beside_a_square_the_result_leaves_both_seats_in_sight(carol, server_url, game):
    options, decisions = sample(game)
    match = begin(server_url, game, **options)
    match.play(decisions)
    carol.open(match.path)
    expect(carol.page.get_by_role("link", name="Play from here")).to_be_visible()
    for window in ((1280, 720), (1440, 900)):
        carol.resize(*window)
        assert out_of_sight(carol.page, [*NEEDED, "#result-headline", "#last-move"]) == [], window


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
