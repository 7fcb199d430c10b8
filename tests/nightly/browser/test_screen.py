"""The screen of a hall: one live match, the next by itself, and nothing that an outage could end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from games_app.rules import get_game
from tests import played
from tests.browser.playing import patiently
from tests.nightly.browser.test_table import WATCH_SHIFTS
from tests.played import Played

HALL = {"width": 1920, "height": 1080}
SIZES = [(1920, 1080), (1280, 720), (1080, 1920), (390, 844), (844, 390)]
OUTSIDE = """() => {
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = document.documentElement;
  const parts = ".hall-head a, .stage game-board, .stage .seat, .stage h2, .stage-code img";
  const out = [...document.querySelectorAll(parts)].filter((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
  });
  const found = out.map((node) => `${node.className || node.nodeName} is outside`);
  return scrollWidth > clientWidth || scrollHeight > clientHeight ? [...found, "it scrolls"] : found;
}"""


@contextmanager
def playing(url: str, *games: str) -> Iterator[list[Played]]:
    """Begin matches, the last of them the liveliest; end those that are still being played."""
    matches = [played.begin(url, game) for game in games]
    yield matches
    for match in matches:
        if match.alice.record(match.id)[-1]["status"] == "playing":
            match.tell(get_game(match.game).roles[0], "resign")


def shown(page: Page, game: str):
    return page.locator(f'.stage game-board[game="{game}"] [data-stop]').first


def wait_for(page: Page, come: list[Any]) -> None:
    """Wait until a list has something in it."""
    for _ in patiently():
        if come:
            break
        page.evaluate("0")  # lets Playwright hear of it


def screen(person) -> Page:
    person.page.goto("/watch/screen")
    return person.page


def test_the_liveliest_match_is_large_with_names_clocks_and_the_last_moves(visitor, own_url):
    carol = visitor("carol", viewport=HALL)
    with playing(own_url, "checkers", "mancala") as (_, match):
        match.play([("north", "pick p7")])
        page = screen(carol)
        expect(shown(page, "mancala")).to_be_attached()
        expect(
            page.locator(".stage-far, .stage-near").get_by_text(re.compile("^(alice|bob)$"))
        ).to_have_count(2)
        expect(page.get_by_role("timer")).to_have_count(0)
        moves = page.get_by_role("list", name="Last moves").get_by_role("listitem")
        expect(moves.first).to_have_text(re.compile("^alice sows 3 from pit 7"))
        match.play([("south", "pick p2")])
        expect(moves.first).to_have_text(re.compile("^bob sows 3 from pit 2"))
        expect(moves.nth(1)).to_have_text(re.compile("^alice sows 3"))
        expect(page.locator('.stage [data-count="p2"]')).to_have_text("0")
        code = page.get_by_role("img", name="QR code of this match")
        assert code.evaluate("(img) => img.decode().then(() => img.naturalWidth)") > 0
        assert str(code.get_attribute("src")) == f"/m/{match.id}/code.svg"
        carol.check_accessibility()


def test_a_match_with_a_clock_shows_both_times(visitor, own_url):
    carol = visitor("carol", viewport=HALL)
    match = played.begin(own_url, "mancala", time="real", minutes="5", increment="3")
    page = screen(carol)
    expect(page.get_by_role("timer")).to_have_count(2)
    match.tell("south", "resign")


def test_after_the_end_and_when_a_match_stands_still_the_next_comes_by_itself(visitor, own_url):
    carol = visitor("carol", viewport=HALL, clock=True)
    with playing(own_url, "morris", "checkers", "mancala") as (_, _, first):
        page = screen(carol)
        expect(shown(page, "mancala")).to_be_attached()
        first.tell("south", "resign")
        expect(page.locator(".stage-outcome")).to_have_text("alice won")
        page.clock.fast_forward(21_000)
        expect(shown(page, "checkers")).to_be_attached()
        page.clock.fast_forward(91_000)
        expect(shown(page, "morris")).to_be_attached()
        page.clock.fast_forward(91_000)
        expect(shown(page, "checkers")).to_be_attached()


def test_a_match_whose_board_has_not_come_is_not_shown_before_also_if_the_line_breaks_meanwhile(
    visitor, own_url
):
    carol = visitor("carol", viewport=HALL, clock=True)
    held: list[Route] = []
    carol.alter().route("**/board/checkers.svg*", lambda route: held.append(route), times=1)
    with playing(own_url, "checkers", "mancala") as (second, first):
        heard: list[str] = []
        carol.page.on(
            "websocket",
            lambda socket: (
                second.id in socket.url and socket.on("framereceived", lambda frame: heard.append(str(frame)))
            ),
        )
        page = screen(carol)
        expect(shown(page, "mancala")).to_be_attached()
        first.tell("south", "resign")
        expect(page.locator(".stage-outcome")).to_have_text("alice won")
        page.clock.fast_forward(21_000)
        wait_for(page, held)
        page.clock.fast_forward(21_000)
        wait_for(page, heard)
        expect(shown(page, "mancala")).to_be_attached()
        held[0].continue_()
        expect(shown(page, "checkers")).to_be_attached()


def test_the_first_match_appears_and_one_that_is_closed_to_watchers_disappears(visitor, own_url):
    carol = visitor("carol", viewport=HALL)
    page = screen(carol)
    expect(page.get_by_text("Be the first to play")).to_be_visible()
    expect(page.locator("#nobody .qr")).to_be_visible()
    with playing(own_url, "mancala") as (match,):
        expect(shown(page, "mancala")).to_be_attached()
        expect(page.get_by_text("Be the first to play")).to_be_hidden()
        match.tell("north", "open_to", who="seats")
        expect(page.get_by_text("Be the first to play")).to_be_visible()
        expect(page.locator(".stage")).to_have_count(0)


def test_an_outage_ends_nothing(visitor, own_url, server):
    carol = visitor("carol", viewport=HALL)
    carol.forgive("WebSocket connection|ERR_CONNECTION_RE|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE")
    with playing(own_url, "mancala") as (match,):
        page = screen(carol)
        expect(shown(page, "mancala")).to_be_attached()
        page.evaluate("window.same = true")
        server.stop()
        expect(page.locator("#line")).to_have_text(re.compile("No connection|Connecting"))
        expect(shown(page, "mancala")).to_be_attached()
        server.start()
        match.play([("north", "pick p7")])
        expect(page.locator('.stage [data-count="p7"]')).to_have_text("0")
        expect(page.locator("#line")).to_have_text("")
        assert page.evaluate("window.same")


@pytest.mark.nightly
def test_nothing_moves_or_is_cut_off_on_any_screen_when_matches_change(visitor, own_url):
    carol = visitor("carol", viewport=HALL, clock=True)
    page = carol.alter()
    page.add_init_script(WATCH_SHIFTS)
    with playing(own_url, "morris", "congkak") as (_, second):
        screen(carol)
        expect(shown(page, "congkak")).to_be_attached()
        second.tell("south", "resign")
        expect(page.locator(".stage-outcome")).to_have_text("bob won")
        page.clock.fast_forward(21_000)
        expect(shown(page, "morris")).to_be_attached()
        assert page.evaluate("window.shifts") == []
        found = {}
        for width, height in SIZES:
            carol.resize(width, height)
            if outside := page.evaluate(OUTSIDE):
                found[width, height] = outside
        assert not found


@pytest.mark.nightly
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_moves_are_shown_with_and_without_motion(visitor, own_url, motion):
    carol = visitor("carol", viewport=HALL, reduced_motion=motion)
    with playing(own_url, "checkers") as (match,):
        page = screen(carol)
        expect(shown(page, "checkers")).to_be_attached()
        _, decisions = played.sample("checkers")
        match.play(decisions[:3])
        expect(page.get_by_role("list", name="Last moves").get_by_role("listitem").nth(2)).not_to_be_empty()
