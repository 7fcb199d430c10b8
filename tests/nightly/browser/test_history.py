"""Finding past matches: by a search, on later pages, on a person's page and that of two."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games_app.services.queries.match_search import SHOWN
from games_app.views.statistics import ENOUGH
from tests.browser.lobby import sit_down
from tests.browser.playing import Person
from tests.browser.reading import check
from tests.nightly.browser.test_reach import is_in_reach
from tests.played import Played, begin, sample

PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 360, "height": 740}
OVERLAPS = """chart => {
  const texts = [...chart.querySelectorAll("text")];
  const boxes = texts.map((text) => [text.textContent, text.getBoundingClientRect()]);
  const meet = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  return boxes.flatMap(([words, box], n) =>
    boxes.slice(n + 1).filter(([, other]) => meet(box, other)).map(([others]) => [words, others]));
}"""
"""Script that returns the words of a chart that overlap others."""

OPENING = (("north", "pick p8"), ("north", "pick p6"), ("south", "pick p2"))


def played_again(match: Played, side: str = "north") -> Played:
    """Make another match of the same two, by the form."""
    again = match.alice.make_match(match.game, side)
    match.bob.join(again, "bob")
    return Played(again, match.game, match.alice, match.bob)


@pytest.fixture(scope="module")
def played_often(server) -> Played:
    """The first match of alice and bob: she won this one, he won ``SHOWN`` others."""
    first = begin(server.url, "mancala")
    first.play(OPENING)
    first.tell("south", "resign")
    for _ in range(SHOWN):
        played_again(first).tell("north", "resign")
    return first


@pytest.fixture
def on_a_phone(player, server, played_often) -> Person:
    return Person(player("carol", base_url=server.url, viewport=PHONE, reduced_motion="reduce"))


def is_not_too_wide(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_old_matches_are_found_by_their_players_and_how_they_ended(on_a_phone):
    page = on_a_phone.player.open("/history")
    page.get_by_label("Player", exact=True).fill("ALI")
    page.get_by_label("Opponent").fill("bo")
    page.get_by_text("More filters").click()
    page.get_by_label("How it ended").select_option("By resignation")
    page.get_by_role("button", name="Show").click()
    lines = page.get_by_role("main").get_by_role("listitem")
    expect(lines).to_have_count(SHOWN)
    expect(page.get_by_label("How it ended")).to_be_visible()
    check(on_a_phone)
    is_in_reach(on_a_phone)
    page.get_by_role("link", name="Earlier matches").click()
    expect(lines).to_have_count(1)
    expect(page.get_by_label("Player", exact=True)).to_have_value("ALI")
    page.get_by_label("Result").select_option("Won by the player")
    page.get_by_role("button", name="Show").click()
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("alice won by resignation")


def test_the_page_of_a_player_shows_results_and_openings_also_as_a_table(on_a_phone):
    page = on_a_phone.player.open("/history?player=bob")
    lines = page.get_by_role("main").get_by_role("listitem")
    lines.first.get_by_role("link", name="bob", exact=True).click()
    expect(page.get_by_role("heading", name="bob", exact=True)).to_be_visible()
    chart = page.get_by_role("img", name="Results by game")
    expect(chart).to_be_visible()
    expect(chart.locator("desc")).to_contain_text("26 matches")
    page.get_by_text("As a table: Results by game").click()
    expect(page.get_by_role("row", name="Mancala 25 0 1")).to_be_visible()
    expect(page.get_by_role("img", name="The first three moves")).to_contain_text("N 8, N 6, S 2")
    is_in_reach(on_a_phone)
    on_a_phone.player.resize(**PHONE)
    is_not_too_wide(page)
    check(on_a_phone)


def test_a_player_finds_the_score_against_another_and_reviews_the_first_match(on_a_phone, played_often):
    sit_down(on_a_phone, played_often.alice)
    page = on_a_phone.player.open("/history?mine=1")
    lines = page.get_by_role("main").get_by_role("listitem")
    lines.first.get_by_role("link", name="bob", exact=True).click()
    page.get_by_role("link", name="You against bob").click()
    expect(page.get_by_role("heading", name="alice against bob")).to_be_visible()
    expect(page.get_by_text("1 won, 25 lost")).to_be_visible()
    check(on_a_phone)
    page.get_by_role("link", name="Earlier matches").click()
    page.get_by_role("link", name="Review").click()
    expect(on_a_phone.result).to_contain_text("You won")


def test_the_figures_of_a_game_fit_on_a_phone(on_a_phone):
    page = on_a_phone.player.open("/statistics/mancala")
    expect(page.get_by_role("img", name="Results by side")).to_be_visible()
    is_not_too_wide(page)
    check(on_a_phone)


@pytest.mark.nightly
def test_the_words_of_a_chart_do_not_overlap_on_a_small_phone(player, server_url):
    carol = player("carol", viewport=SMALL_PHONE)
    match = begin(server_url, "checkers")
    for _ in range(ENOUGH):
        match.play(sample("checkers")[1][:3])
        match.tell("red", "resign")
        match = played_again(match, "black")
    page = carol.open("/history?game=checkers")
    page.get_by_role("main").get_by_role("link", name="alice", exact=True).first.click()
    expect(page.get_by_role("img", name="The first three moves")).to_be_visible()
    for chart in page.locator("svg.chart").all():
        assert chart.evaluate(OVERLAPS) == []


def test_a_number_that_cannot_be_in_a_folded_part_of_the_form_is_told_of_and_not_passed_over(carol):
    page = carol.open("/history")
    page.get_by_text("More filters").click()
    page.get_by_label("Moves, at least").fill("-5")
    page.get_by_text("More filters").click()
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_label("Moves, at least")).to_have_accessible_description(re.compile("greater than"))
