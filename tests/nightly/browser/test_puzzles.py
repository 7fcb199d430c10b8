"""A puzzle on its page: a wrong try shows what is proved of it, and the right moves solve it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.analysing import steps_of
from tests.browser.playing import Person
from tests.browser.reading import check


def test_the_opponent_replies_between_the_moves_of_a_long_puzzle(visitor):
    carol = Person(visitor("carol", reduced_motion="reduce"))
    page = carol.player.open("/puzzles")
    page.get_by_role("link", name=re.compile("^Three moves or more ?: Mancala")).click()
    page.wait_for_url(re.compile(r"/puzzles/\w{10}$"))
    steps, said = steps_of(page), page.get_by_role("status")
    expect(page.get_by_text("The replies are played for you.")).to_be_visible()
    for step in steps[:-1]:
        carol.play(step["right"].split()[1])
        expect(said).to_contain_text("The reply is" if step["follows"] else "Your turn goes on")
        expect(said).to_contain_text(re.compile("ind the next move"))
    carol.play(steps[-1]["right"].split()[1])
    expect(said).to_contain_text("Right, that wins.")
    check(carol)
