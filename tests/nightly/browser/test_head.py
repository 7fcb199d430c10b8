"""On a phone and on a tablet, the head of every page has its links in a menu."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize("width", [360, 768, 1024])
def test_in_a_narrow_window_the_rest_is_in_a_menu(player, width, javascript):
    alice = player("alice", viewport={"width": width, "height": 640}, java_script_enabled=javascript)
    alice.forgive("csp$")  # so Chromium says that no script runs
    page = alice.page
    page.goto("/about")
    menu = page.locator("#site-menu")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    for name in ("Puzzles", "Learn", "History", "Friends", "Rules"):
        expect(menu.get_by_role("link", name=name)).to_be_visible()
    menu.get_by_role("link", name="Puzzles").click()
    expect(page.get_by_role("heading", name="Puzzles", exact=True)).to_be_visible()
