"""Review of a match: variations, its course, notes, and a match of 12 000 plies."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.player import Player
from tests.browser.playing import Person
from tests.browser.reading import check
from tests.browser.watching import places, watch_places
from tests.played import Played, begin
from tests.server import ROOT, Server

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
OPENING = (("north", "pick p8"), ("north", "pick p6"))
LONG = """
import django; django.setup()
from datetime import UTC, datetime, timedelta
from tests.records import long_congkak
print(long_congkak(began=datetime.now(UTC) - timedelta(hours=11)).store())
"""


def stands_at(page: Page, place: str) -> None:
    """Wait until the address names this place; empty: the present position."""
    expect(page).to_have_url(re.compile(rf"/m/\w+{re.escape(place)}$"))


def two_sowings(player: Callable[..., Player], server_url: str) -> tuple[Played, Person]:
    """A match in which north has sown twice, and carol, who watches its page."""
    match = begin(server_url, "mancala")
    match.play(OPENING)
    carol = Person(player("carol", reduced_motion="reduce"))
    carol.player.open(match.path)
    carol.sees(8)
    return match, carol


def tried(page: Page) -> Locator:
    """Return the tried moves, as the list of moves shows them."""
    return page.get_by_role("region", name="Moves").get_by_role("link", name=re.compile("^Tried"))


def step_back(page: Page) -> Locator:
    """Return the variation's links, without the link back to a live match."""
    return page.get_by_role("button", name="Back", exact=True)


def test_whoever_tries_moves_stays_there_while_the_match_goes_on(player, server_url):
    match, carol = two_sowings(player, server_url)
    page = carol.page
    carol.button("Try moves").click()
    carol.play("p2")
    stands_at(page, "#8:2")
    step_back(page).click()
    stands_at(page, "#8")
    carol.button("Forward").click()
    stands_at(page, "#8:2")
    carol.play("p7")
    stands_at(page, "#8:2,7")
    pit = page.locator('#board [data-stop="p3"]')
    shown = pit.get_attribute("aria-label")

    carol.player.forgive("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    match.play([("south", "pick p1")])
    page.context.set_offline(False)
    live = carol.button(re.compile(r"^Live\b.*\b1\b"))
    expect(live).to_be_visible()
    stands_at(page, "#8:2,7")
    assert pit.get_attribute("aria-label") == shown
    live.click()
    carol.sees(12)
    stands_at(page, "")
    expect(carol.marked).to_have_count(0)


def test_what_was_tried_is_listed_kept_and_deleted_branch_by_branch(player, server_url):
    _, carol = two_sowings(player, server_url)
    page = carol.page
    carol.button("Try moves").click()
    for stop, place in (("p2", "#8:2"), ("p7", "#8:2,7")):
        carol.play(stop)
        stands_at(page, place)
    step_back(page).click()
    stands_at(page, "#8:2")
    carol.play("p9")
    stands_at(page, "#8:2,9")
    expect(tried(page)).to_have_text([re.compile("2$"), re.compile("7$"), re.compile("9$")])
    check(carol)
    carol.player.reload()
    expect(tried(page).last).to_have_attribute("aria-current", "step")
    stands_at(page, "#8:2,9")
    step_back(page).press("a")
    stands_at(page, "")
    tried(page).nth(1).click()
    stands_at(page, "#8:2,7")
    carol.button("Delete").click()
    expect(tried(page)).to_have_text([re.compile("2$"), re.compile("9$")])


def test_a_link_leads_to_what_was_tried_and_says_what_cannot_be_played(player, server_url):
    match = begin(server_url, "mancala")
    match.play(OPENING)
    bob = Person(player("bob", reduced_motion="reduce", **PHONE))
    page = bob.player.open(f"{match.path}#8:2,7")
    expect(page.get_by_text("Tried after move 2: 2, 7. North to move.").first).to_be_visible()
    stands_at(page, "#8:2,7")
    check(bob)
    page.evaluate("location.hash = '#4:3,99'")
    expect(bob.told("Move 1 of this link can't be played. “3” can't be played.")).to_be_visible()
    stands_at(page, "#4")


@pytest.fixture
def over(player, server_url) -> Person:
    """Carol at the page of a match that is over after three sowings."""
    match = begin(server_url, "mancala")
    match.play([*OPENING, ("south", "pick p1")])
    match.tell("north", "resign")
    carol = Person(player("carol", reduced_motion="reduce"))
    carol.player.open(match.path)
    return carol


def course(page: Page) -> Locator:
    return page.get_by_role("region", name="Course of the match")


def tools(page: Page) -> Locator:
    """Return the actions on the whole match."""
    return page.locator(".course-tools")


@pytest.mark.nightly
def test_the_line_of_a_match_that_is_over_leads_to_its_moves_and_others_can_be_tried(over):
    page = over.page
    line = course(page).get_by_role(
        "img", name=re.compile("^Stones in the store: alice 1, bob 0. Largest lead: alice by 1")
    )
    line.click(position={"x": 2, "y": 20})
    over.sees(0)
    over.scrubber.focus()
    page.keyboard.press("End")
    over.sees(12)
    over.button("Try moves").click()
    page.get_by_role("textbox", name="Type a move").fill("7")
    page.keyboard.press("Enter")
    stands_at(page, "#12:7")
    over.button("Delete").click()
    stands_at(page, "")


@pytest.mark.nightly
def test_a_match_that_is_over_plays_itself_through_as_fast_as_one_likes(over):
    over.button("First").click()
    over.sees(0)
    watch_places(over)
    speed = tools(over.page).get_by_role("combobox", name="Speed of playing through")
    speed.select_option("Speed: slow")
    over.button("Play the match through").click()
    expect(over.button("Stop")).to_be_visible()
    speed.select_option("Speed: fast")
    over.sees(12)
    assert places(over) == [0, 4, 8, 12]
    expect(over.button("Play the match through")).to_be_visible()


@pytest.mark.nightly
def test_a_note_made_without_a_line_is_kept_later_and_is_on_the_printed_page(over):
    page, notes = over.page, tools(over.page)
    over.button("Back").click()
    over.sees(8)
    notes.get_by_text("Notes", exact=True).click()
    over.player.forgive("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    note = notes.get_by_role("textbox", name=re.compile("^Your note on move 2"))
    note.fill("Pit 1 was too early.")
    expect(notes.get_by_text("Not sent yet")).to_be_visible()
    page.context.set_offline(False)
    expect(notes.get_by_text("Kept", exact=True)).to_be_visible()
    check(over)
    over.player.reload()
    notes.get_by_text("1 note", exact=True).click()
    expect(notes.get_by_role("listitem")).to_have_text("Move 2 Pit 1 was too early.")
    expect(note).to_have_value("Pit 1 was too early.")
    notes.get_by_role("link", name="Print").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Mancala")
    expect(page.get_by_role("main").get_by_role("listitem")).to_have_count(3)
    picture = page.get_by_role("img", name="The board after move 3")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("image => image.naturalWidth > 0", arg=picture.element_handle())
    check(over)


@pytest.mark.nightly
def test_a_match_of_twelve_thousand_plies_is_gone_through_like_any_other(player, site: Server):
    environment = os.environ | {"DATA_DIR": str(site.data), "DJANGO_SETTINGS_MODULE": "boardgames.settings"}
    told = subprocess.run(
        [sys.executable, "-c", LONG], cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    carol = Person(player("carol", reduced_motion="reduce"))
    page = carol.player.open(f"/m/{told.stdout.split()[-1]}")
    carol.sees(12_000)
    rounds = tools(page).get_by_role("combobox", name="Round")
    expect(rounds.get_by_role("option")).to_have_count(401)
    rounds.select_option("Round 200: 49–49")
    carol.sees(5969)
    moves = page.get_by_role("region", name="Moves").get_by_role("listitem")
    expect(moves.and_(page.locator(":has([aria-current])"))).to_be_visible()
    assert moves.count() <= 600, "only a part of the list is in the document"
    page.evaluate("location.hash = '#9000'")
    carol.sees(9000)
    expect(rounds).to_have_value("300")
    carol.button("Forward").click()
    carol.sees(9001)
    carol.button("First").click()
    carol.sees(0)
    carol.button("Last").click()
    carol.sees(12_000)
    expect(page.locator("#moves [aria-current]")).to_have_attribute("href", "#12000")
    while (shown := moves.count()) <= 600:
        carol.button("Earlier moves").click()
        expect(moves).not_to_have_count(shown)
    carol.pick("Turn the board")
    assert moves.count() == shown, "what was asked for stays"
