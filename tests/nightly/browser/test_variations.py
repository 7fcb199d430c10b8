"""Variations that a watcher tries in a match."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.player import Player
from tests.browser.playing import Person
from tests.browser.reading import check
from tests.played import Played, begin

OPENING = (("north", "pick p8"), ("north", "pick p6"))


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


def test_reader_who_tries_moves_stays_there_while_the_match_goes_on(player, server_url):
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


def test_tried_moves_are_listed_kept_and_deleted_branch_by_branch(player, server_url):
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
