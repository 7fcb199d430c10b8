"""The screen of a hall: one live match, the next by itself, and nothing that an outage could end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

from games_app.games.rules import get_game
from tests import played
from tests.faults.pupils import send_json
from tests.played import Played

HALL = {"width": 1920, "height": 1080}


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


def test_while_nobody_plays_a_shared_review_is_shown_until_nobody_leads_it(visitor, own_url):
    carol = visitor("carol", viewport=HALL, clock=True)
    with playing(own_url, "checkers") as (match,):
        match.play([("black", "move 3 3 4 4")])
        match.tell("black", "resign")
    page = screen(carol)
    expect(page.get_by_text("Be the first to play")).to_be_visible()
    assert send_json(match.alice, f"{match.path}/together", {"do": "start"}) == 200
    page.clock.fast_forward(6_000)
    expect(page.get_by_text("alice leads the review.")).to_be_visible()
    assert send_json(match.alice, f"{match.path}/together", {"do": "end"}) == 200
    expect(page.get_by_text("Nobody reviews this game together now.")).to_be_visible()
    page.clock.fast_forward(6_000)
    page.clock.fast_forward(21_000)
    expect(page).to_have_url(re.compile("/watch/screen"))
