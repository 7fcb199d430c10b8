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
    """Of one browser, for one site, or another that ``base_url`` names: each a context with one tab.

    The first page of a match in an empty context takes some two seconds of the processor (a process is
    started, a hundred files are fetched), in a tab that has been there before little more than half a second.
    """

    def __init__(self, browser: Browser, base_url: str) -> None:
        self._browser = browser
        self._usual = {"base_url": base_url, "locale": "en-GB"}
        self._idle: dict[str, dict[str, list[Page]]] = defaultdict(lambda: defaultdict(list))
        """By site and kind."""

    def take(self, **options: Any) -> Page:
        """The tab of a context that looks empty.

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
        """Empty it for whoever takes one of its kind next; what can't be emptied is closed.

        A tab that was ``altered`` gives way to another.
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
        """Close what is idle and has been at sites that have ended by now."""
        for site in self._idle.keys() - {self._usual["base_url"]}:
            self._close(site)

    def close(self) -> None:
        """Close all that is idle."""
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
        """What a context is made with, and what its tab can be changed to."""
        kind = self._usual | {name: options[name] for name in sorted(options) if name not in LOOKS}
        return kind, LOOKS | {name: value for name, value in options.items() if name in LOOKS}


def _another(page: Page, site: str) -> Page:
    """A new tab of the same context. It visits the site while the old one is there, whose process goes on."""
    other = page.context.new_page()
    other.goto(f"{site}/healthz")
    return other
