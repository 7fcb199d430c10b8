"""Browsers that go from one person to the next: what was fetched stays, who they were does not."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

KEPT = "local_storage,indexeddb,service_workers,cache_storage"
"""What an origin keeps in a browser beside cookies, the tab's own storage and fetched files."""

LOOKS: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 720},
    "color_scheme": "light",
    "reduced_motion": "no-preference",
    "forced_colors": "none",
}
"""What can be changed of a tab at any time, as it is without a wish."""


class Contexts:
    """Of one browser, for one site: each a context with one tab.

    The first page of a match in an empty context takes some two seconds of the processor (a process is
    started, a hundred files are fetched), in a tab that has been there before little more than half a second.
    """

    def __init__(self, browser: Browser, base_url: str) -> None:
        self._browser = browser
        self._base_url = base_url
        self._idle: dict[str, list[Page]] = defaultdict(list)

    def take(self, **options: Any) -> Page:
        """The tab of a context that looks empty. ``options`` are those of Playwright's ``new_context``."""
        kind, looks = _apart(options)
        if idle := self._idle[repr(kind)]:
            page = idle.pop()
        else:
            page = self._browser.new_context(
                **{"base_url": self._base_url, "locale": "en-GB"} | kind
            ).new_page()
        page.set_viewport_size(looks.pop("viewport"))
        page.emulate_media(**looks)
        return page

    def give_back(self, page: Page, **options: Any) -> None:
        """Empty it for whoever takes one of its kind next; what can't be emptied is closed."""
        kind, _ = _apart(options)
        try:
            self._empty(page)
        except Error:
            page.context.close()
        else:
            self._idle[repr(kind)].append(page)

    def _empty(self, page: Page) -> None:
        context: BrowserContext = page.context
        for other in context.pages:
            if other is not page:
                other.close()
        page.evaluate("sessionStorage.clear()")
        page.mouse.move(0, 0)
        page.goto("about:blank")
        context.clear_cookies()
        context.clear_permissions()
        session = context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": self._base_url, "storageTypes": KEPT})
        session.detach()


def _apart(options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a context is made with, and what its tab can be changed to."""
    kind = {name: options[name] for name in sorted(options) if name not in LOOKS}
    return kind, LOOKS | {name: value for name, value in options.items() if name in LOOKS}
