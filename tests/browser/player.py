"""A person at a browser; every fault is noticed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, Request, WebError

from tests.browser import shots

COMPLETE = """() => !document.querySelector("button[data-waits], form[data-waits]")
  && [...document.querySelectorAll("game-board")].every(({ renderer, animator }) => !renderer || animator)
  && [...document.querySelectorAll("link[rel=stylesheet]")].every(({ sheet }) => sheet)"""
"""Condition that what comes after a page is there: keys, hints and offers, motion, late style sheets."""

VIOLATIONS = "(options) => axe.run(options).then(({ violations }) => violations)"
"""Script that returns axe's violations only: all of its answer, and reloading it, would take a third more."""

TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Script that waits a frame: a board turns upright in the frame after the window has become narrow."""

HAS_SIZE = """([width, height]) => {
  const wished = matchMedia(`(width: ${width}px) and (height: ${height}px)`);
  return wished.matches || new Promise((done) => wished.addEventListener("change", done, { once: true }));
}"""
"""Chromium answers before the page has its new size."""

SOON = timedelta(seconds=3)
"""A page's clock can only be stopped at a moment to come."""


@dataclass
class Player:
    """A browser context of their own (cookies, storage) with one open page.

    `faults` collects errors in the console (an answer of 4xx or 5xx is one), uncaught exceptions, refused
    content and failed requests: the test fails on them at its end. A test that causes some on purpose calls
    `forgive` first.
    """

    name: str
    context: BrowserContext
    page: Page
    faults: list[str] = field(default_factory=list)
    forgiven: list[str] = field(default_factory=list)
    pictures: int = 0
    """Number of pictures that were taken in this test."""
    altered: bool = False
    """True if nobody else may get the tab."""
    altered_browser: bool = False
    """True if nobody else may get the browser."""

    def __post_init__(self) -> None:
        self._listeners: tuple[tuple[Any, Callable[..., None]], ...] = (
            ("console", self._on_console),
            ("weberror", self._on_error),
            ("requestfailed", self._on_failure),
        )
        for event, hear in self._listeners:
            self.context.on(event, hear)

    def leave(self) -> None:
        """Ignore all faults from now on."""
        for event, hear in self._listeners:
            self.context.remove_listener(event, hear)

    def open(self, path: str) -> Page:
        """Open a path of the site."""
        self.page.goto(path)
        return self.complete()

    def reload(self) -> Page:
        """Reload the page."""
        self.page.reload()
        return self.complete()

    def complete(self) -> Page:
        """Wait until everything on the page has come, and hears what is pressed."""
        self.page.wait_for_load_state()
        self.page.wait_for_function(COMPLETE)
        return self.page

    def shot(self, step: str) -> None:
        """Take a picture of this state, if the run takes pictures."""
        self.pictures += 1
        shots.take(self.page, self.name, f"{self.pictures:02} {step}")

    def resize(self, width: int, height: int) -> None:
        """Resize the window, and wait until everything is in its place."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(HAS_SIZE, [width, height])
        self.page.evaluate(TWO_FRAMES)

    def stop_clock(self) -> None:
        """Stop the clock of the page, which its player has; the test turns it."""
        try:
            self.page.clock.pause_at(datetime.now() + SOON)
        except Error:
            # A busy machine came too late for that moment. By now the clock stands, so the next is to come.
            self.page.clock.pause_at(datetime.now() + SOON)

    def alter(self) -> Page:
        """Return the page, for a change that outlasts its content: scripts, routes."""
        self.altered = True
        return self.page

    def alter_browser(self) -> Page:
        """Return the page, for a change that outlasts its tab: a clock, settings of the context."""
        self.altered_browser = True
        return self.page

    def forgive(self, pattern: str) -> None:
        """Allow faults that match the regular expression from now on."""
        self.forgiven.append(pattern)

    def check_accessibility(self, *rules: str) -> None:
        """Fail on whatever axe finds on the page once it has come, by all its rules or only by some."""
        self.complete()
        # Its own copies of style sheets are for a rule that is off, and the pages' policy forbids them.
        options: dict[str, Any] = {"resultTypes": ["violations"], "preload": False} | (
            {"runOnly": list(rules)} if rules else {}
        )
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        found = [
            f"{one['impact']}: {one['help']} ({one['id']}) {node['html'][:300]}\n{node['failureSummary']}"
            for one in self.page.evaluate(VIOLATIONS, options)
            for node in one["nodes"]
        ]
        assert not found, f"{self.name} at {self.page.url}:\n" + "\n".join(found)

    def _note(self, fault: str) -> None:
        if not any(re.search(pattern, fault) for pattern in self.forgiven):
            self.faults.append(f"{self.name}: {fault}")

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note(f"console: {message.text} ({message.location.get('url', '')})")

    def _on_error(self, error: WebError) -> None:
        self._note(f"uncaught: {error.error.stack or error.error.message}")

    def _on_failure(self, request: Request) -> None:
        # Aborted: the page was left while it was loading.
        if request.failure != "net::ERR_ABORTED":
            self._note(f"failed: {request.method} {request.url}: {request.failure}")
