"""The explorer: from the start of a game by keys to a game that was played, and from its review on."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.backing.management import done
from tests.browser.analysing import by_lot
from tests.browser.playing import Person
from tests.browser.reading import check
from tests.played import begin


def test_explorer_is_walked_through_by_keys_and_opens_from_history_and_review(site, player):
    played = by_lot("mancala", seed=9)
    match = begin(site.url, "mancala", visibility="public")
    match.play(played)
    done("explorer", "--rebuild", data=site.data)
    carol = Person(player("carol"))
    page = carol.player.open("/explorer/mancala")
    panel = page.locator("#explorer")
    # Other games of this site may have begun here; none of them with pit 9.
    expect(panel.get_by_role("status")).to_have_text(re.compile("games? reached this position"))
    expect(panel).to_contain_text("North wins by 8 stones")
    expect(panel.get_by_role("row", name=re.compile("Pit 8.*North wins by 8 stones"))).to_be_visible()
    check(carol)

    first = panel.get_by_role("row", name=re.compile("^Pit 9")).get_by_role("button")
    first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"moves=\d+$"))
    expect(panel.get_by_role("row", name=re.compile("100 %")).get_by_role("button")).to_be_focused()
    expect(panel.get_by_role("heading", name="Newest games")).to_be_visible()

    panel.get_by_role("link", name="All games with this position").click()
    expect(page.get_by_text("Games that came to this position.")).to_be_visible()
    expect(page.locator(".lines > li")).to_have_count(1)
    check(carol)

    page.go_back()
    panel.get_by_role("link", name=re.compile("alice.*bob|bob.*alice")).first.click()
    expect(page).to_have_url(re.compile(rf"{match.path}#\d+$"))
    ply = carol.ply
    page.get_by_role("button", name="More tools").click()
    # The tools of the menu are loaded one after the other, and move the later ones down.
    expect(page.get_by_role("button", name="Draw arrows and rings")).to_be_visible()
    page.get_by_role("button", name="What was played here").click()
    expect(panel.get_by_role("status")).to_have_text("1 game reached this position.")
    check(carol)
    panel.get_by_role("row", name=re.compile("100 %")).get_by_role("button").click()
    expect(page).not_to_have_url(re.compile(rf"#{ply}$"))
    expect(panel.get_by_role("status")).to_have_text("1 game reached this position.")
    panel.get_by_role("row").nth(2).get_by_role("button").click()
    expect(page.locator("#moves .variation")).to_be_visible()
