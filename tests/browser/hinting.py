"""Hints about the choice that somebody points at."""

from __future__ import annotations

import time

from playwright.sync_api import Locator, Page, expect

from tests.browser.keys import middle
from tests.browser.playing import Person


def hint(one: Person) -> Locator:
    """Return the rings around a choice's landing and captures."""
    return one.board.locator(".hint-ring")


def spoken(one: Person, words: str) -> Locator:
    return one.page.locator("[aria-live=polite]").filter(has_text=words)


def hold(page: Page, target: Locator) -> None:
    """Hold a finger there until the page reacts; the browser is told that it was long."""
    at = dict(zip("xy", middle(target), strict=True))
    touch, now = page.context.new_cdp_session(page), time.time()
    down = {"type": "touchStart", "touchPoints": [at], "timestamp": now}
    touch.send("Input.dispatchTouchEvent", down)
    expect(page.locator("game-board .hint-ring").first).to_be_attached()
    up = {"type": "touchEnd", "touchPoints": [], "timestamp": now + 1}
    touch.send("Input.dispatchTouchEvent", up)
