"""The end of a match: the result is shown at once over the board, and nothing moves aside for it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lobby import sit_down
from tests.browser.playing import Person
from tests.browser.shifts import WATCH_SHIFTS
from tests.played import Played, begin, sample

MOST_SHIFT = 0.02
OVER_THE_BOARD = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [card, board] = [box("#result"), box("#board")];
  const across = card.left >= board.left && card.right <= board.right;
  return across && card.top >= board.top && card.bottom <= board.bottom;
}"""
WATCH_HOPS = """window.hops = 0;
const { animate } = Element.prototype;
Element.prototype.animate = function (...how) {
  if (Array.isArray(how[0]) && how[0].some(({ translate }) => translate)) window.hops += 1;
  return animate.apply(this, how);
};"""


def nearly_over(url: str, game: str) -> tuple[Played, list[tuple[str, str]]]:
    """A sample game before its last decision, and that decision."""
    options, decisions = sample(game)
    match = begin(url, game, **options)
    match.play(decisions[:-1])
    return match, decisions[-1:]


def look(person: Person, match: Played) -> Page:
    sit_down(person, match.alice)
    for script in (WATCH_SHIFTS, WATCH_HOPS):
        person.player.alter().add_init_script(script)
    page = person.player.open(match.path)
    expect(page.locator('#seat-near .seat-presence[data-here="true"]')).to_be_attached()
    return page


@pytest.mark.parametrize(
    ("game", "window"),
    [
        ("mancala", (1280, 720)),
        ("checkers", (1440, 900)),
        ("morris", (390, 844)),
    ],
)
def test_the_result_lies_over_the_board_and_leads_to_the_review(server_url, player, game, window):
    alice = Person(player("alice", reduced_motion="no-preference"))
    alice.player.resize(*window)
    match, last = nearly_over(server_url, game)
    page = look(alice, match)
    match.play(last)
    result = page.locator("#result")
    expect(result).to_be_visible()
    expect(page.locator("#final-count b")).to_have_count(2)
    page.wait_for_function("() => !document.getAnimations().some(({ playState }) => playState === 'running')")
    assert page.evaluate(OVER_THE_BOARD)
    assert page.evaluate("window.hops") > 0
    assert page.evaluate("window.shifted") < MOST_SHIFT, page.evaluate("window.shifts")
    expect(alice.button("Rematch")).to_be_in_viewport()
    alice.player.check_accessibility()
    alice.button("Review").click()
    expect(page.locator('[data-room="review"]')).to_be_attached()
    expect(page.get_by_role("region", name="Course of the match")).to_be_visible()


def test_under_reduced_motion_the_end_is_still(server_url, player):
    alice = Person(player("alice", reduced_motion="reduce"))
    match, last = nearly_over(server_url, "mancala")
    page = look(alice, match)
    match.play(last)
    expect(page.locator("#result")).to_be_visible()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator('[data-room="review"]')).to_be_attached()
    assert page.evaluate("window.hops") == 0
