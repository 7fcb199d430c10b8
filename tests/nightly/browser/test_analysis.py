"""The analysis of a finished match, walked through as a reader does, with a real worker of the engine."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.analysing import REVIEWED, finished
from tests.browser.player import Player
from tests.browser.playing import Person
from tests.browser.watching import decisions


@pytest.fixture
def carol(visitor: Callable[..., Player]) -> Player:
    return visitor("carol")


def test_a_better_move_is_sought_on_the_board_until_one_is_found(judged, quick, player):
    carol = Person(player("carol", base_url=quick.url))
    page = carol.player.open(judged.path)
    page.get_by_role("button", name="First", exact=True).click()
    page.get_by_role("button", name="Next mistake").click()
    page.get_by_role("button", name="Find a better move").click()
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.95)
    notice = page.locator("#notice")
    expect(notice).to_contain_text("Find a move that is better than")
    stop = carol.marked.first
    stop.click()
    expect(notice).to_contain_text(re.compile(r"(gives away|is the best move|still gives away).*proved\."))


@pytest.mark.usefixtures("worker")
def test_moves_tried_after_the_match_are_judged_too(own_url, carol):
    carol = Person(carol)
    match = finished(own_url, "mancala", seed=9)
    late = decisions(match.alice.record(match.id))[11]["position"]["ply"]
    page = carol.player.open(f"{match.path}#{late}")
    page.get_by_role("button", name="Try moves").click()
    expect(page.get_by_role("button", name="Stop trying")).to_be_visible()
    carol.stop("p8").click()
    page.get_by_role("button", name="What is it worth?").click()
    expect(page.get_by_role("list", name="Offers and notices")).to_contain_text(
        "bob wins by 6 stones, proved. Best:", timeout=REVIEWED
    )
    analysis = page.get_by_role("region", name="Analysis")
    expect(analysis).to_contain_text("bob wins by 6 stones proved")
