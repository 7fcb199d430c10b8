"""Watching: many matches at once, one match with a separate board, and a board within another site."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect

from games_app.lists.wall import PART
from tests import played
from tests.browser.playing import Person


@pytest.fixture
def motion():
    return "no-preference"


@contextmanager
def page_of_another_site(html: str) -> Iterator[str]:
    """The address of a page that the server lets show its boards."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://localhost:{site.server_port}/"
        site.shutdown()


def count(board, stop):
    return board.locator(f'[data-count="{stop}"]')


def test_the_wall_goes_on_by_itself_and_opens_the_next_match_of_a_player_who_is_followed(server_url, carol):
    match = played.begin(server_url, "mancala")
    page = carol.open("/watch?game=mancala")
    card = page.locator(f'[data-match="{match.id}"]')
    expect(count(card, "p7")).to_have_text("3")
    match.play([("north", "pick p7")])
    expect(count(card, "p7")).to_have_text("0")
    expect(card.locator('[data-stop="p7"] .mark-last')).to_be_visible()
    expect(card.locator('[data-role="south"]')).to_contain_text("to move")
    newer = played.begin(server_url, "mancala")
    expect(page.locator(f'[data-match="{newer.id}"] game-board')).to_be_visible()
    carol.check_accessibility()

    card.hover()
    card.get_by_role("link", name="Follow alice").click()
    expect(page.get_by_text("You're following alice")).to_be_visible()
    following = page.get_by_role("region", name="Next match")
    expect(following.get_by_role("status")).to_have_text("alice is playing now.")
    following.get_by_role("button", name="Stay here").click()
    expect(following).to_be_hidden()
    match.tell("south", "resign")
    expect(card).to_contain_text("alice won")
    for role in ("south", "north"):
        match.tell(role, "rematch")
    following.get_by_role("link", name="Watch it").click()
    expect(page).to_have_url(re.compile(f"/m/(?!{match.id})"))
    expect(page.get_by_role("button", name="You follow alice")).to_have_attribute("aria-pressed", "true")


def test_the_wall_fills_as_one_scrolls_and_goes_on_with_what_it_shows(server_url, player):
    made = [played.begin(server_url, "mancala") for _ in range(2 * PART + 1)]
    carol = player("carol", viewport={"width": 640, "height": 500})
    page = carol.open("/watch?game=mancala")
    cards, more = page.locator("#boards > li"), page.get_by_role("link", name="More games")
    oldest = page.locator(f'[data-match="{made[0].id}"]')
    expect(cards).to_have_count(PART)
    expect(oldest).to_have_count(0)
    cards.last.scroll_into_view_if_needed()
    expect(cards).to_have_count(2 * PART)
    more.press("Enter")
    expect(page.locator("#boards > li:focus-within")).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text=re.compile(r"^\d+ games$"))).to_be_attached()
    expect(more).to_be_hidden()
    oldest.scroll_into_view_if_needed()
    expect(count(oldest, "p7")).to_have_text("3")
    carol.check_accessibility()
    made[0].play([("north", "pick p7")])
    expect(count(oldest, "p7")).to_have_text("0")


def test_a_watcher_tries_moves_while_the_match_goes_on_in_a_corner_and_in_a_frame_of_another_site(
    server_url, carol
):
    match = played.begin(server_url, "mancala")
    match.play([("north", "pick p7"), ("south", "pick p2")])
    me, page = Person(carol), carol.open(match.path)
    corner = page.get_by_role("complementary", name="The live match")
    me.button("Back").click()
    expect(corner).to_be_visible()
    me.button("Try moves").click()
    me.play("p5")
    expect(count(me.board, "p5")).to_have_text("0")
    match.play([("north", "pick p6")])
    expect(count(corner, "p6")).to_have_text("0")
    expect(count(corner, "p2")).to_have_text("0")
    expect(count(me.board, "p2")).not_to_have_text("0")
    corner.get_by_role("button", name="Back to the live match").press("Enter")
    expect(corner).to_be_hidden()
    expect(me.board.locator("[data-stop]:focus")).to_be_visible()
    expect(count(me.board, "p6")).to_have_text("0")

    frame = f'<link rel="icon" href="data:,"><iframe src="{server_url}/embed/{match.id}"></iframe>'
    with page_of_another_site(frame) as address:
        page.goto(address)
        board = page.frame_locator("iframe")
        expect(board.get_by_text("alice", exact=True)).to_be_visible()
        expect(count(board, "p1")).to_have_text("3")
        match.play([("south", "pick p1")])
        expect(count(board, "p1")).to_have_text("0")
        carol.forgive("403")
        match.tell("north", "open_to", who="seats")
        expect(board.get_by_role("status")).to_have_text("This match is for its two players.")
