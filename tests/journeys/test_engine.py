"""The engine: an analysis, the computer as opponent, and a puzzle."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.analysing import REVIEWED, by_lot, finished, steps_of
from tests.browser.computer import begin
from tests.browser.lobby import TURN, sit_down
from tests.browser.playing import Person
from tests.browser.reading import check
from tests.browser.shifts import WATCH_SHIFTS
from tests.played import begin as begun

MOST_SHIFT = 0.02


def test_a_whole_match_of_mancala_is_judged_and_all_of_it_proved(judged, player, quick):
    carol = Person(player("carol", base_url=quick.url))
    page = carol.player.open(judged.path)
    expect(page.get_by_role("button", name="Analyse", exact=True)).to_be_hidden()
    analysis = page.get_by_role("region", name="Analysis")
    expect(analysis).to_contain_text(re.compile(r"[1-9] turning points? and [1-9] small slips?"))
    analysis.locator("summary").filter(has_text=re.compile(r"^Accuracy ?alice \d+ % ?bob \d+ %$")).click()
    expect(analysis.get_by_role("row", name=re.compile("^Accuracy"))).to_contain_text("%")
    expect(page.get_by_role("img", name="Value of the positions: 23 of 23 are proved.")).to_be_visible()
    page.get_by_role("button", name="First", exact=True).click()
    expect(analysis).to_contain_text("On the board: alice wins by 8 stones proved")
    page.keyboard.press("x")
    loss = re.compile(r"Pit \d+ gave away \d+ stones?(: a (win|draw) became a (loss|draw))?\. Proved\.")
    expect(analysis).to_contain_text(loss)
    first = loss.search(" ".join((analysis.text_content() or "").split()))
    assert first
    rows = page.get_by_role("region", name="Moves").get_by_role("link", name=re.compile("gave away"))
    expect(rows.filter(has_text="a win became a loss").first).to_have_accessible_name(
        re.compile(r"gave away \d+ stones?: a win became a loss\. Proved\.$")
    )
    page.get_by_role("button", name="Next mistake").click()
    expect(analysis).not_to_contain_text(first[0])
    page.keyboard.press("Shift+X")
    expect(analysis).to_contain_text(first[0])


def test_those_who_played_are_led_to_the_gravest_mistake_and_see_what_was_better(player, quick):
    match, alice = finished(quick.url, "mancala", seed=9), Person(player("alice", base_url=quick.url))
    sit_down(alice, match.alice)
    alice.player.alter().add_init_script(WATCH_SHIFTS)
    page = alice.player.open(match.path)
    analysis, arrows = page.get_by_role("region", name="Analysis"), page.locator("#board .arrow-over")
    expect(analysis).to_contain_text(re.compile(r"became a (loss|draw)\. Proved\."), timeout=REVIEWED)
    expect(analysis).to_contain_text("Best: pit")
    expect(arrows).not_to_have_count(0)
    assert page.evaluate("window.shifted") < MOST_SHIFT, page.evaluate("window.shifts")
    best = page.get_by_role("button", name="Best move")
    best.click()
    expect(best).to_have_attribute("aria-pressed", "false")
    expect(arrows).to_have_count(0)
    expect(analysis).not_to_contain_text("Best:")


def test_a_reason_plays_its_line_on_the_board_and_stays_in_sight(judged, player, quick):
    carol = Person(player("carol", base_url=quick.url))
    page = carol.player.open(judged.path)
    page.get_by_role("button", name="Next mistake").click()
    reason = page.locator("#analysis .reason").first
    said = reason.text_content() or ""
    reason.click()
    expect(page.locator("#moves .variation")).to_be_visible()
    expect(reason).to_have_text(said)
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#moves .variation")).to_be_visible()
    expect(reason).to_have_text(said)


def test_the_result_stays_until_the_review_is_asked_for(player, quick):
    decisions, alice = by_lot("mancala", seed=9), Person(player("alice", base_url=quick.url))
    match = begun(quick.url, "mancala")
    match.play(decisions[:-1])
    sit_down(alice, match.alice)
    page = alice.player.open(match.path)
    alice.at_rest()
    match.play(decisions[-1:])
    rows = page.get_by_role("region", name="Moves").get_by_role("link", name=re.compile("gave away"))
    expect(rows.first).to_be_attached(timeout=REVIEWED)
    expect(page.locator("#final-count")).to_be_visible()
    page.get_by_role("button", name="Review", exact=True).click()
    verdict = re.compile(r"became a (loss|draw)\. Proved\.")
    expect(page.get_by_role("region", name="Analysis")).to_contain_text(verdict, timeout=REVIEWED)
    # Where the result stands below the board, it stays also for those who come back; for others everywhere.
    carol = Person(player("carol", base_url=quick.url))
    alice.player.resize(390, 844)
    for person in (alice, carol):
        person.player.alter().add_init_script(WATCH_SHIFTS)
        page = person.player.open(match.path)
        expect(page.get_by_role("link", name=re.compile("gave away")).first).to_be_attached(timeout=REVIEWED)
        expect(page.locator("#match")).to_have_attribute("data-view", "live")
        page.get_by_role("button", name="Review", exact=True).click()
        expect(page.get_by_role("region", name="Analysis")).to_contain_text(verdict)
        assert page.evaluate("window.shifted") < MOST_SHIFT, page.evaluate("window.shifts")


def test_the_computer_is_there_and_takes_moves_back_and_plays_again(player, quick):
    alice = Person(player("alice", base_url=quick.url))
    begin(alice, "mancala")
    page = alice.page
    expect(page.get_by_text("away", exact=True)).to_have_count(0)
    alice.play("p6")
    # Asked sooner, it could cross the computer's move on the way, which ends what was asked before it.
    expect(alice.scrubber).to_have_attribute("aria-valuetext", re.compile(r"^Live, move [2-9]"))
    expect(alice.told("Your turn")).to_be_visible()
    alice.press(alice.button("Take back"))
    alice.sees(0)
    expect(alice.told("Your turn")).to_be_visible()
    alice.resign()
    alice.press(alice.button("Rematch"))
    expect(alice.told(TURN)).to_be_visible()


def test_a_puzzle_is_solved_after_a_wrong_try(carol):
    carol = Person(carol)
    page = carol.player.open("/puzzles")
    check(carol, dark=False)
    page.get_by_role("link", name=re.compile("^Solve ?: Mancala")).click()
    page.wait_for_url(re.compile(r"/puzzles/\w{10}$"))
    steps, said = steps_of(page), page.get_by_role("status")
    carol.play(next(iter(steps[0]["wrong"])).split()[1])
    expect(said).to_contain_text(re.compile("loses|only draws|doesn't win"))
    expect(said).not_to_contain_text("rating")
    expect(page.locator(".verdict.wrong")).to_be_visible()
    check(carol, dark=False)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".verdict")).to_have_count(0)
    for step in steps:
        carol.play(step["right"].split()[1])
    expect(said).to_contain_text("Right!")
    expect(page.locator(".verdict.right")).to_be_visible()
    expect(page.get_by_role("button", name="Show the solution")).to_be_hidden()
    check(carol, dark=False)
