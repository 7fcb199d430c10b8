"""The ends of matches and rounds: a scene on the board, then the result beside it, and nothing shifts."""

import random

import pytest
from playwright.sync_api import Page, expect

from games_app.games.rules import get_game
from games_app.games.rules import play as apply
from tests.browser.lobby import sit_down
from tests.browser.playing import Person
from tests.browser.shifts import WATCH_SHIFTS
from tests.played import Decision, Played, begin, sample

MOST_SHIFT = 0.02
BESIDE_THE_BOARD = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [card, board] = [box("#result"), box("#board")];
  const whole = board.top >= 0 && board.bottom <= innerHeight;
  return whole && (card.left >= board.right || card.top >= board.bottom);
}"""
WATCH_SCENE = """window.moved = 0;
const { animate } = Element.prototype;
Element.prototype.animate = function (...how) {
  if (Array.isArray(how[0]) && how[0].some(({ translate }) => translate)) window.moved += 1;
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
    for script in (WATCH_SHIFTS, WATCH_SCENE):
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
        ("congkak", (360, 640)),
    ],
)
def test_the_result_comes_beside_the_board_after_a_scene(server_url, player, game, window):
    alice = Person(player("alice", reduced_motion="no-preference"))
    alice.player.resize(*window)
    match, last = nearly_over(server_url, game)
    page = look(alice, match)
    match.play(last)
    result = page.locator("#result")
    expect(result).to_be_visible()
    expect(page.locator("#final-count")).to_contain_text("bob")
    page.wait_for_function("() => !document.getAnimations().some(({ playState }) => playState === 'running')")
    assert page.evaluate(BESIDE_THE_BOARD)
    assert page.evaluate("window.moved") > 0
    assert page.evaluate("window.shifted") < MOST_SHIFT, page.evaluate("window.shifts")
    expect(alice.button("Rematch")).to_be_in_viewport()
    alice.player.check_accessibility()
    alice.page.get_by_role("button", name="Review", exact=True).click()
    expect(page.locator('[data-room="review"]')).to_be_attached()
    expect(page.get_by_role("region", name="Course of the match")).to_be_visible()


def oware_played_out(url: str) -> Played:
    match, last = nearly_over(url, "oware")
    match.play(last)
    return match


def congkak_resigned_in_the_second_round(url: str) -> Played:
    match = begin(url, "congkak", **ROUNDS)
    match.play(to_the_second_round())
    match.tell("south", "resign")
    return match


@pytest.mark.parametrize("ended", [oware_played_out, congkak_resigned_in_the_second_round])
def test_the_card_of_a_match_that_ended_earlier_has_its_place_from_the_start(server_url, player, ended):
    alice = Person(player("alice"))
    page = look(alice, ended(server_url))
    expect(page.locator("#result-headline")).not_to_be_empty()
    expect(page.locator("#course .course-line")).to_be_visible()
    assert page.evaluate("window.shifted") < MOST_SHIFT / 2, page.evaluate("window.shifts")


def test_under_reduced_motion_the_end_is_still(server_url, player):
    alice = Person(player("alice", reduced_motion="reduce"))
    match, last = nearly_over(server_url, "mancala")
    page = look(alice, match)
    match.play(last)
    expect(page.locator("#result")).to_be_visible()
    assert page.evaluate(BESIDE_THE_BOARD)
    assert page.evaluate("window.moved") == 0
    assert page.evaluate("window.shifted") < MOST_SHIFT, page.evaluate("window.shifts")


def test_a_watcher_with_an_open_chat_gets_the_same_card_beside_the_board(server_url, player):
    carol = Person(player("carol"))
    match, last = nearly_over(server_url, "mancala")
    page = carol.player.open(match.path)
    carol.button("Chat").click()
    match.play(last)
    expect(page.locator("#result")).to_be_visible()
    assert page.evaluate(BESIDE_THE_BOARD)


def test_a_press_after_the_end_leaves_no_refusal_beside_the_result(server_url, player):
    alice = Person(player("alice"))
    match, last = nearly_over(server_url, "mancala")
    page = look(alice, match)
    match.play(last)
    expect(page.locator("#result")).to_be_visible()
    alice.stop("p6").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#speech")).to_contain_text("won")
    expect(page.locator("[data-refused]")).to_have_count(0)


def test_the_points_of_a_result_are_explained_by_the_rules_table(server_url, player):
    alice = Person(player("alice"))
    match, last = nearly_over(server_url, "mancala")
    match.play(last)
    sit_down(alice, match.alice)
    page = alice.player.open(match.path)
    page.get_by_text("Points: 90 to 0").click()
    expect(page.locator("#result-points").get_by_role("columnheader", name="Points of 100")).to_be_visible()


ROUNDS = {"rounds": "3", "opening": "south", "sowing": "auto"}
WATCH_WORDS = """() => {
  window.words = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) window.words.push(node.textContent);
  }).observe(document.querySelector(".board-place"), { childList: true });
}"""


def to_the_second_round() -> list[Decision]:
    """Random decisions of congkak, the last of which ends the first round."""
    state, dice, decisions = get_game("congkak").initial_state(**ROUNDS), random.Random(0), []
    while state.facts()["round"] == 1:
        role = dice.choice(state.to_move)
        decisions.append((role, dice.choice(state.legal_actions(role))))
        state = apply(state, *decisions[-1]).state
    return decisions


def test_the_end_of_a_round_is_told_over_the_board_and_goes_on_by_itself(server_url, player):
    alice = Person(player("alice"))
    match, decisions = begin(server_url, "congkak", **ROUNDS), to_the_second_round()
    match.play(decisions[:-1])
    page = look(alice, match)
    page.evaluate(WATCH_WORDS)
    match.play(decisions[-1:])
    page.wait_for_function("() => window.words.some((words) => words.startsWith('Round 1 '))")
    expect(page.locator(".round-end")).to_have_count(0)
    expect(alice.last_move).to_contain_text("Round 2 of 3")
