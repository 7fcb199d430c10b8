"""Two people become friends, see each other come, and play by one press before any game together."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games_app.lib.names import LONGEST
from tests.browser.accounts import PASSWORD, _numbers, line
from tests.faults.visitor import Visitor


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_the_list_fits_any_window_with_the_longest_names(people, server_url, width):
    alice, _, _, _ = people
    visitor = Visitor(server_url)
    name = f"{next(_numbers)}{'M' * LONGEST}"[:LONGEST]
    visitor.post("/account", name=name, password=PASSWORD)
    _, text = visitor.get("/friends")
    page = "/player/" + text.split('id="own-link"')[1].split("/player/")[1][:10]
    alice.player.open(page)
    alice.press(alice.page.get_by_role("button", name=f"Ask {name} to be friends"))
    alice.player.resize(width, 720)
    alice.player.open("/friends")
    sizes = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    scrolled, shown = alice.page.evaluate(sizes)
    assert scrolled <= shown
    expect(line(alice, name, "You have asked").get_by_role("button", name="Withdraw")).to_be_visible()
