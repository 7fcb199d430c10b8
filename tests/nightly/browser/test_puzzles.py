"""A puzzle on its page: a wrong try shows what is proved of it, and the right moves solve it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

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
