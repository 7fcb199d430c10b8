"""Names on the storehouses lie inside the wood, whatever the name, the font and the form of the board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import expect

from games_app.drawing.board import board
from games_app.drawing.lettering import SMALLEST_NAME
from games_app.games.catalogue import BOARDS
from games_app.games.rules import get_game
from games_app.lib.names import LONGEST
from tests.played import begin

NAMES = ["Jo", "Nenek Siti", "Humble Sparrow III", "Wolfgang Amadeus Moz", "W" * LONGEST, "沙" * LONGEST]
STYLES = settings.BASE_DIR / "static" / "css" / "boards.css"

OUTSIDE = """() => [...document.querySelectorAll("svg.board")].flatMap((svg) => {
  const form = svg.getAttribute("viewBox") === svg.getAttribute("data-upright") ? "-upright" : "";
  const boxOf = (node) => {
    const { x, y, width, height } = node.getBBox();
    const here = svg.getScreenCTM().inverse().multiply(node.getScreenCTM());
    // A line is higher than its letters.
    const margin = Number(node.getAttribute("font-size")) * 0.2;
    const [left, top] = [x + here.e, y + here.f];
    return { left, top: top + margin, right: left + width, bottom: top + height - margin };
  };
  const apart = (one, other) => one.right <= other.left || other.right <= one.left
    || one.bottom <= other.top || other.bottom <= one.top;
  const plank = svg.querySelector(`[id$="-plank${form}"] .groove`);
  const [x, y, width, height, round] =
    ["x", "y", "width", "height", "rx"].map((name) => Number(plank.getAttribute(name)));
  const within = (px, py) => {
    const dx = Math.max(x + round - px, px - (x + width - round), 0);
    const dy = Math.max(y + round - py, py - (y + height - round), 0);
    return Math.hypot(dx, dy) <= round;
  };
  return [...svg.querySelectorAll("text[data-room]")].flatMap((name) => {
    const box = boxOf(name);
    const counts = [...svg.querySelectorAll("text[data-count]")].filter((node) => node.textContent);
    const corners = [box.left, box.right].flatMap((px) => [box.top, box.bottom].map((py) => within(px, py)));
    const lies = corners.every(Boolean) && counts.every((node) => apart(box, boxOf(node)));
    return lies ? [] : [`${name.textContent}${form}: ${JSON.stringify(box)}`];
  });
})"""
"""Script that names the storehouses whose name reaches beyond the groove of the plank or over a count."""


def _named(slug: str, name: str) -> Callable[[str], str]:
    return lambda word: name if word in BOARDS[slug].rows else word


@pytest.mark.parametrize("slug", [slug for slug, sowing in BOARDS.items() if sowing.stores])
def test_a_name_of_any_letters_lies_within_the_groove(carol, slug):
    facts = get_game(slug).initial_state().view(None)
    drawn = [
        board(slug).svg(facts, words=_named(slug, name), upright=upright)
        for name in NAMES
        for upright in (False, True)
    ]
    page = carol.page
    page.set_content(f"<style>{STYLES.read_text(encoding='utf-8')}</style>{''.join(drawn)}")
    expect(page.locator("text[data-room]")).to_have_count(2 * len(drawn))
    assert page.evaluate(OUTSIDE) == []


def test_a_long_name_is_whole_on_the_board_of_a_match_in_every_window(server_url, carol):
    match = begin(server_url, "congkak", opening="south", name="Wolfgang Amadeus Moz")
    carol.open(match.path)
    name = carol.page.locator('[data-room][data-word="south"]')
    expect(name).to_have_text("Wolfgang Amadeus Moz")
    for window in ((1280, 720), (390, 844), (1366, 768), (1440, 900)):
        carol.resize(*window)
        assert carol.page.evaluate(OUTSIDE) == [], window
        assert float(name.get_attribute("font-size") or 0) >= SMALLEST_NAME
