"""Finding past matches: by a search, on later pages, on a person's page and that of two."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from games_app.views.statistics import ENOUGH
from tests.played import Played, begin, sample

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


def played_again(match: Played, side: str = "north") -> Played:
    """Make another match of the same two, by the form."""
    again = match.alice.make_match(match.game, side)
    match.bob.join(again, "bob")
    return Played(again, match.game, match.alice, match.bob)


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
