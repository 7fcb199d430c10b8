"""The analysis board: both sides played, the position's value, and an address that leads back to it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Person
from tests.played import begin

LATE = "9 3 2 7 1 10 2 9 3 6 4 10"
"""Moves of mancala after which the rest is proved quickly."""


@pytest.mark.usefixtures("worker")
def test_a_position_is_played_judged_and_found_again_by_its_address(visitor):
    carol = Person(visitor("carol", reduced_motion="reduce"))
    page = carol.player.open(f"/board/mancala?moves={LATE.replace(' ', '+')}")
    carol.play("p8")
    expect(page).to_have_url(re.compile(r"\?moves=9\+3\+2\+.*\+10\+8$"))
    page.get_by_role("button", name="Analyse", exact=True).click()
    worth = page.locator("#worth")
    # A worker lets everything else on the machine go first.
    expect(worth).to_contain_text("South wins by 6 stones proved", timeout=400_000)
    expect(worth.get_by_role("listitem")).to_have_count(4)
    page.get_by_role("button", name="Take back").click()
    expect(worth).to_be_empty()
    expect(page.get_by_role("textbox", name="Moves")).to_have_value(LATE)
    page.goto(f"{carol.player.page.url.split('?')[0]}?moves=8+6+2")
    expect(page.get_by_role("textbox", name="Moves")).to_have_value("8 6 2")
    page.get_by_role("button", name="From the start").click()
    expect(page.get_by_role("textbox", name="Moves")).to_have_value("")
    expect(carol.board.locator('[data-count="p8"]')).to_have_text("3")


def test_a_position_that_is_being_played_is_refused_in_words(own_url, visitor):
    begin(own_url, "checkers").play([("black", "move 3 3 4 4"), ("red", "move 2 6 1 5")])
    mallory = Person(visitor("mallory", reduced_motion="reduce"))
    mallory.player.forgive("409")
    page = mallory.player.open("/board/checkers?moves=c3-d4+b6-a5")
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.locator("#worth")).to_contain_text("Somebody is playing")
