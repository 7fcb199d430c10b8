"""The analysis of a finished match, walked through as a reader does, with a real worker of the engine."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games_app.rules import get_game, play
from tests.browser.player import Player
from tests.browser.playing import Person
from tests.browser.watching import decisions
from tests.played import Decision, Played, begin, offered
from tests.server import Server

REVIEWED = 400_000
"""Milliseconds within which a review is done, on a machine with much else to do."""


@pytest.fixture
def carol(visitor: Callable[..., Player]) -> Player:
    return visitor("carol")


def by_lot(game: str, seed: int) -> list[Decision]:
    """A whole random game."""
    state, dice, decisions = get_game(game).initial_state(**offered(game)), random.Random(seed), []
    while state.to_move:
        role = dice.choice(state.to_move)
        decisions.append((role, dice.choice(state.legal_actions(role))))
        state = play(state, *decisions[-1]).state
    return decisions


def finished(own_url: str, game: str, seed: int = 3) -> Played:
    match = begin(own_url, game)
    match.play(by_lot(game, seed))
    return match


@pytest.fixture(scope="module")
def judged(server: Server, worker: None) -> Played:
    """A match of mancala whose review somebody has asked for, and waited for."""
    match = finished(server.url, "mancala")
    match.alice.post(f"{match.path}/review")
    deadline = time.monotonic() + REVIEWED / 1000
    while json.loads(match.alice.get(f"{match.path}/review")[1])["state"] != "done":
        assert time.monotonic() < deadline
        time.sleep(0.5)
    return match


def test_a_whole_match_of_mancala_is_judged_and_all_of_it_proved(judged, carol):
    carol = Person(carol)
    page = carol.player.open(judged.path)
    expect(page.get_by_role("button", name="Analyse", exact=True)).to_be_hidden()
    analysis = page.get_by_role("region", name="Analysis")
    expect(analysis).to_contain_text(
        re.compile(r"Turning points: [1-9]\. Margin only: [1-9]\. Estimated: 0\.")
    )
    analysis.get_by_text(re.compile(r"^Accuracy: alice \d+ %, bob \d+ %$")).click()
    expect(analysis.get_by_role("row", name=re.compile("^Accuracy"))).to_contain_text("%")
    expect(page.get_by_role("img", name="Value of the positions: 23 of 23 are proved.")).to_be_visible()
    page.get_by_role("button", name="First", exact=True).click()
    expect(analysis).to_contain_text("On the board: alice wins by 8 stones proved")
    page.keyboard.press("x")
    turning_point = re.compile(r"gave away \d+ stones? proved A (win|draw) became a (loss|draw)\.")
    expect(analysis).to_contain_text(turning_point)
    worst = turning_point.search(" ".join((analysis.text_content() or "").split()))
    assert worst
    expect(analysis).not_to_contain_text("Best:")
    analysis.get_by_role("button", name="Show the best move").click()
    expect(analysis).to_contain_text("Best: ")
    rows = page.get_by_role("region", name="Moves").get_by_role("link", name=re.compile("gave away"))
    expect(rows.filter(has_text="A win became a loss.").first).to_have_accessible_name(
        re.compile(r"gave away \d+ stones?, proved\. A win became a loss\.$")
    )
    analysis.get_by_role("button", name="Next mistake").click()
    expect(analysis).not_to_contain_text(worst[0])
    page.keyboard.press("Shift+X")
    expect(analysis).to_contain_text(worst[0])


def test_a_better_move_is_sought_on_the_board_until_one_is_found(judged, carol):
    carol = Person(carol)
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


@pytest.mark.nightly
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


def test_carol_cancels_what_she_asked_for_and_asks_again(own_url, carol):
    match = finished(own_url, "checkers", seed=8)
    page = carol.open(match.path)
    ask = page.get_by_role("button", name="Analyse", exact=True)
    ask.click()
    expect(ask).to_be_hidden()
    page.get_by_role("region", name="Analysis").get_by_role("button", name="Cancel").click()
    expect(ask).to_be_visible()
    ask.click()
    expect(ask).to_be_hidden()
    page.get_by_role("region", name="Analysis").get_by_role("button", name="Cancel").click()
    expect(ask).to_be_visible()


def test_a_match_that_is_running_offers_no_analysis(own_url, carol):
    match = begin(own_url, "checkers")
    match.play([("black", "move 3 3 4 4"), ("red", "move 2 6 1 5")])
    page = carol.open(match.path)
    page.get_by_role("button", name="Try moves").click()
    page.get_by_role("button", name="Stop trying").click()
    expect(page.get_by_role("link", name="Print")).to_be_visible()
    expect(page.get_by_role("button", name="Analyse", exact=True)).to_be_hidden()


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
