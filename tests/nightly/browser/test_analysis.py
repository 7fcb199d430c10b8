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
    expect(notice).to_contain_text(
        re.compile(r"(gives away|is the best there is|still gives away).*proved\.")
    )


@pytest.mark.usefixtures("worker")
def test_what_is_proved_and_what_is_estimated_of_checkers_are_two_words_and_two_shapes(own_url, carol):
    carol = Person(carol)
    page = carol.player.open(finished(own_url, "checkers").path)
    page.get_by_role("button", name="Analyse", exact=True).click()
    analysis = page.get_by_role("region", name="Analysis")
    expect(page.get_by_role("img", name=re.compile("^Value of the positions:"))).to_be_visible(
        timeout=REVIEWED
    )
    expect(analysis.get_by_role("status")).to_be_hidden(timeout=REVIEWED)
    marks = {word: analysis.locator(f".proof.{word}") for word in ("proved", "estimated")}
    expect(marks["proved"]).to_have_text("proved")
    expect(marks["estimated"]).to_have_count(0)
    page.get_by_role("button", name="First", exact=True).click()
    expect(marks["estimated"]).to_have_text("estimated")
    expect(marks["proved"]).to_have_count(0)
    shapes = page.locator(".loss svg").evaluate_all(
        "all => all.map((one) => [one.classList[1], one.innerHTML])"
    )
    assert len({shape for _, shape in shapes}) == len({kind for kind, _ in shapes})
    for kind in {kind for kind, _ in shapes}:
        assert len({shape for one, shape in shapes if one == kind}) == 1
    expect(
        page.get_by_role("img", name=re.compile(r"^Value of the positions: \d+ of 53 are proved\."))
    ).to_be_visible()


@pytest.mark.usefixtures("worker")
def test_what_was_tried_after_the_match_is_judged_too(own_url, carol):
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
