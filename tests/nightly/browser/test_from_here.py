"""Play from here: from a place in a finished match to the computer's first answer, which it explains."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import choose
from tests.browser.playing import Person
from tests.played import begin


@pytest.mark.usefixtures("worker")
def test_a_finished_match_is_gone_on_with_against_the_computer(own_url, visitor):
    match = begin(own_url, "mancala")
    match.play([("north", "pick p8"), ("north", "pick p6"), ("south", "pick p2")])
    match.tell("north", "resign")
    carol = Person(visitor("carol", reduced_motion="reduce"))
    page = carol.player.open(f"{match.path}#8")
    link = page.get_by_role("link", name="Play from here")
    expect(link).to_have_attribute("href", re.compile(r"ply=8$"))
    link.click()
    expect(page.get_by_role("heading", name="Play the computer from here")).to_be_visible()
    side = page.locator("[data-chip=side] > summary")
    expect(side).to_have_text("Your side: South, to move", use_inner_text=True)
    choose(page, "How strong", "Beginner")
    page.get_by_role("button", name="Start the game").click()
    expect(carol.told("Your turn")).to_be_visible()
    expect(carol.board.locator('[data-count="p6"]')).to_have_text("0")
    expect(page.get_by_role("link", name="Begins from a position")).to_be_visible()
    carol.play("p1")
    expect(page.locator("#last-move")).to_contain_text(re.compile(r"Why: to |A quiet move"))
    expect(page.locator("#speech")).to_contain_text(
        re.compile(r"Computer \(Beginner\).*(Why: to |A quiet move)")
    )
