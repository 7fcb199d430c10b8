"""A puzzle on its page: a wrong try shows what is proved of it, and the right moves solve it."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from games_app.services.puzzles.shipped import shipped
from tests.browser.playing import Person
from tests.browser.reading import check


def steps_of(page: Page) -> list[dict]:
    """Return the solution, which the page doesn't have."""
    position = json.loads(page.locator("#position").text_content() or "")
    return next(each["steps"] for each in shipped("mancala") if each["facts"] == position["facts"])


def test_a_puzzle_is_solved_after_a_wrong_try(visitor):
    carol = Person(visitor("carol", reduced_motion="reduce"))
    page = carol.player.open("/puzzles")
    check(carol)
    page.get_by_role("link", name=re.compile("^Solve ?: Mancala")).click()
    page.wait_for_url(re.compile(r"/puzzles/\w{10}$"))
    steps, said = steps_of(page), page.get_by_role("status")
    carol.play(next(iter(steps[0]["wrong"])).split()[1])
    expect(said).to_contain_text("Try again, or look at the solution.")
    expect(said).not_to_contain_text("rating")
    check(carol)
    page.get_by_role("button", name="Try again").click()
    for step in steps:
        carol.play(step["right"].split()[1])
    expect(said).to_contain_text("Right, that wins.")
    expect(page.get_by_role("button", name="Show the solution")).to_be_hidden()
    check(carol)


@pytest.mark.nightly
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
