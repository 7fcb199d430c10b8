"""Browsers that are passed from one person to the next: fetched files stay, identities don't."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

KEPT = "local_storage,indexeddb,service_workers,cache_storage"
"""An origin's storage in a browser, besides cookies, the tab's own storage and fetched files."""

LOOKS: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 720},
    "color_scheme": "light",
    "reduced_motion": "no-preference",
    "forced_colors": "none",
}
"""Settings of a tab that can be changed at any time, with their defaults."""


class Contexts:
    """Contexts of one browser, with one tab each, for one site or another one named by ``base_url``.

    The first page of a match in an empty context takes about two seconds of the processor (a process starts,
    a hundred files are fetched). In a tab that was there before, it takes little more than half a second.
    """

    def __init__(self, browser: Browser, base_url: str) -> None:
        self._browser = browser
        # A service worker would answer requests before the tests' routes see them. Those about it allow it.
        self._usual = {"base_url": base_url, "locale": "en-GB", "service_workers": "block"}
        self._idle: dict[str, dict[str, list[Page]]] = defaultdict(lambda: defaultdict(list))
        """Idle tabs by site and kind."""

    def take(self, **options: Any) -> Page:
        """Return the tab of a context that looks empty.

        ``options`` are those of Playwright's ``new_context``; with ``clock`` the test may turn its clock.
        """
        kind, looks = self._apart(options)
        if idle := self._idle[kind["base_url"]][repr(kind)]:
            page = idle.pop()
        else:
            made_with = {name: value for name, value in kind.items() if name != "clock"}
            page = self._browser.new_context(**made_with).new_page()
        if kind.get("clock"):
            page.clock.install()
            page.clock.resume()  # whoever had it before may have stopped it
        page.set_viewport_size(looks.pop("viewport"))
        page.emulate_media(**looks)
        return page

    def give_back(self, page: Page, *, altered: bool = False, **options: Any) -> None:
        """Empty the tab for the next user of its kind; close it if that is impossible.

        A tab that was ``altered`` is replaced.
        """
        kind, _ = self._apart(options)
        site = kind["base_url"]
        try:
            page = self._empty(_another(page, site) if altered else page, site)
        except Error:
            page.context.close()
        else:
            self._idle[site][repr(kind)].append(page)

    def forget_other_sites(self) -> None:
        """Close idle tabs that have visited sites which have ended by now."""
        for site in self._idle.keys() - {self._usual["base_url"]}:
            self._close(site)

    def close(self) -> None:
        """Close all idle tabs."""
        for site in list(self._idle):
            self._close(site)

    def _close(self, site: str) -> None:
        for idle in self._idle.pop(site).values():
            for page in idle:
                page.context.close()

    def _empty(self, page: Page, site: str) -> Page:
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
        session.send("Storage.clearDataForOrigin", {"origin": site, "storageTypes": KEPT})
        session.detach()
        return page

    def _apart(self, options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Options of a context, and changeable settings of its tab."""
        kind = self._usual | {name: options[name] for name in sorted(options) if name not in LOOKS}
        return kind, LOOKS | {name: value for name, value in options.items() if name in LOOKS}


def _another(page: Page, site: str) -> Page:
    """Return a new tab of the same context.

    It opens the site while the old one is there, whose process continues.
    """
    other = page.context.new_page()
    other.goto(f"{site}/healthz")
    return other
