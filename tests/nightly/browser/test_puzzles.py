"""A puzzle on its page: a wrong try shows what is proved of it, and the right moves solve it."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from games_app.analysis.puzzles.shipped import shipped
from tests.browser.analysing import steps_of
from tests.browser.playing import Person
from tests.browser.reading import check


def test_the_opponent_replies_between_the_moves_of_a_long_puzzle(visitor):
    carol = Person(visitor("carol", reduced_motion="reduce"))
    page = carol.player.open("/puzzles")
    page.get_by_role("link", name=re.compile("^Three moves or more ?: Mancala")).click()
    page.wait_for_url(re.compile(r"/puzzles/\w{10}\?theme=long$"))
    steps, said = steps_of(page), page.get_by_role("status")
    expect(page.get_by_text("The replies are played for you.")).to_be_visible()
    for step in steps[:-1]:
        carol.play(step["right"].split()[1])
        expect(said).to_contain_text("The reply is" if step["follows"] else "Your turn goes on")
        expect(said).to_contain_text(re.compile("ind the next move"))
    carol.play(steps[-1]["right"].split()[1])
    expect(said).to_contain_text("Right!")
    check(carol)


EDGES = """() => ["[data-part=said]", ".board", ".lesson .actions"].flatMap((part) => {
  const { top, bottom } = document.querySelector(part).getBoundingClientRect();
  return [top, bottom];
})"""


@pytest.mark.parametrize("window", [(360, 640), (390, 844)])
def test_on_a_phone_the_answer_is_in_sight_above_the_board_and_covers_nothing(player, window):
    carol = Person(player("carol"))
    carol.player.resize(*window)
    page = carol.player.open("/puzzles/next?game=mancala")
    wrong = next(iter(steps_of(page)[0]["wrong"]))
    carol.play(wrong.split()[1])
    expect(page.get_by_role("status")).to_contain_text(re.compile("loses|only draws|doesn't win"))
    expect(page.locator(".verdict.wrong")).to_be_visible()
    above, below, top, bottom, buttons, _ = page.evaluate(EDGES)
    assert 0 <= above < below <= top
    assert bottom <= buttons


def begin_rush(carol: Person) -> Page:
    page = carol.player.open("/puzzles")
    page.get_by_role("link", name=re.compile("^Three-minute rush ?: Mancala")).click()
    page.get_by_role("button", name="Start the clock").click()
    return page


def test_a_rush_counts_solved_puzzles_and_ends_with_the_third_miss(visitor):
    carol = Person(visitor("carol", reduced_motion="reduce"))
    page = begin_rush(carol)
    steps_by_facts = {json.dumps(each["facts"], sort_keys=True): each["steps"] for each in shipped("mancala")}
    puzzles = json.loads(page.locator("#puzzles").text_content() or "")
    first, *others = (
        steps_by_facts[json.dumps(each["position"]["facts"], sort_keys=True)] for each in puzzles
    )
    said = page.locator("[data-part=said]")
    expect(said).to_contain_text("is to move.")
    for step in first[:-1]:
        carol.play(step["right"].split()[1])
        expect(said).to_contain_text("Find the next move.")
    carol.play(first[-1]["right"].split()[1])
    expect(page.locator("[data-part=right]")).to_have_text("1")
    for missed, steps in enumerate(others[:3], 1):
        carol.play(next(iter(steps[0]["wrong"])).split()[1])
        expect(page.locator("[data-part=missed]")).to_have_text(f"{missed} of 3")
    expect(page.get_by_role("heading", name="Three missed: 1 right")).to_be_focused()
    expect(page.get_by_text("A new best in this browser: 1.")).to_be_visible()
    links = page.locator(".rush-missed a").evaluate_all("links => links.map((a) => a.pathname)")
    assert links == [each["address"] for each in puzzles[1:4]]
    check(carol)
    page.get_by_role("link", name="Another rush").click()
    expect(page.get_by_text("Your best in this browser: 1.")).to_be_visible()


def test_a_rush_ends_with_its_time(visitor):
    carol = Person(visitor("carol"))
    carol.player.page.clock.install()
    page = begin_rush(carol)
    page.clock.fast_forward("03:01")
    expect(page.get_by_role("heading", name="Time is up: 0 right")).to_be_focused()
    expect(page.get_by_role("timer")).to_have_text("0 s")
