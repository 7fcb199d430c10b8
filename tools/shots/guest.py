"""A visitor who opens pages for screenshots."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, Locator, Page

from tests.browser.player import Player
from tests.faults.visitor import Visitor
from tools.shots.screens import Screen

PATIENCE = 40_000
"""Timeout in milliseconds."""
ACTIVE = "game-board:not([inert] *)"
"""A board that can be played on, and whose stops get names for that."""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
DRESS = "(board) => (document.documentElement.dataset.board = board)"


class Guest:
    """One browser, on a desk or a phone, without an identity until it takes somebody's cookies."""

    def __init__(self, browser: Browser, options: Mapping[str, Any]) -> None:
        self.context = browser.new_context(locale="en-GB", **options)
        self.context.set_default_timeout(PATIENCE)
        self.player = Player("guest", self.context, self.context.new_page())
        self.base = ""

    @property
    def page(self) -> Page:
        return self.player.page

    def arrive(self, base: str, screen: Screen) -> None:
        """Open a fresh page, as a stranger to the site at this address."""
        self.base = base
        self.player.faults.clear()
        self.player.forgiven.clear()
        self.context.clear_cookies()
        left, self.player.page = self.player.page, self.context.new_page()
        left.close()
        self.look_at(screen)

    def be(self, visitor: Visitor) -> None:
        """Take over the cookies by which the site knows them."""
        self.context.add_cookies(
            [{"name": one.name, "value": one.value or "", "url": visitor.url} for one in visitor.cookies]
        )

    def open(self, path: str, visitor: Visitor | None = None) -> None:
        if visitor:
            self.be(visitor)
        self.player.open(self.base + path)
        if self.page.locator(f"{ACTIVE}:defined").count():
            self.page.locator(f"{ACTIVE} [data-stop][aria-label]").first.wait_for(state="attached")

    def play(self, stop: str) -> None:
        self.page.locator(f'game-board [data-stop="{stop}"][data-playable]').click()

    def told(self, words: str) -> None:
        """Wait until the line below the board says this."""
        self.page.get_by_role("status").filter(has_text=re.compile(words)).first.wait_for()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def look_at(self, screen: Screen) -> None:
        """Show the page on this screen, with everything in its place."""
        self.page.set_viewport_size({"width": screen.width, "height": screen.height})
        self.page.emulate_media(
            color_scheme="dark" if screen.dark else "light",
            forced_colors="active" if screen.forced_colors else "none",
        )
        self.page.evaluate(DRESS, screen.board)
        self.page.evaluate(DRAWN)
