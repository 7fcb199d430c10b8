"""Browser contexts that go from one person to the next: what was fetched stays, who they were does not."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext

KEPT = "local_storage,indexeddb,websql,service_workers,cache_storage"
"""What an origin keeps in a browser beside cookies and fetched files."""


class Contexts:
    """Of one browser, for one site. A first page in an empty context takes five times as long as the next."""

    def __init__(self, browser: Browser, base_url: str) -> None:
        self._browser = browser
        self._base_url = base_url
        self._idle: dict[str, list[BrowserContext]] = defaultdict(list)

    def take(self, **options: Any) -> BrowserContext:
        """One that looks empty. ``options`` are those of Playwright's ``new_context``."""
        if idle := self._idle[_kind(options)]:
            return idle.pop()
        return self._browser.new_context(**{"base_url": self._base_url, "locale": "en-GB"} | options)

    def give_back(self, context: BrowserContext, **options: Any) -> None:
        """Empty it, for whoever takes one with the same options next."""
        page = context.new_page()
        for one in context.pages:
            if one is not page:
                one.close()
        context.clear_cookies()
        context.clear_permissions()
        session = context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": self._base_url, "storageTypes": KEPT})
        page.close()
        self._idle[_kind(options)].append(context)


def _kind(options: dict[str, Any]) -> str:
    return repr(sorted(options.items()))
