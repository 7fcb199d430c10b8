"""The Back button of a browser that keeps pages for it, as people's browsers do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Playwright

from tests.browser import chromium

KEEPS_PAGES = ["--disable-back-forward-cache"]
"""Playwright's options for Chromium that prevent stored pages for the Back button, as people's have."""


@pytest.fixture
def keeping_page(playwright: Playwright, server_url: str) -> Iterator[Page]:
    """A page of a stranger's browser with a back/forward cache."""
    program = chromium.find_or_install(playwright, whole=True)
    running = playwright.chromium.launch(executable_path=program, ignore_default_args=KEEPS_PAGES)
    yield running.new_page(base_url=server_url)
    running.close()


def go_back(page: Page) -> None:
    """Go back by a script: ``go_back`` fails while a page that was kept takes its place again."""
    with page.expect_event("framenavigated"):
        page.evaluate("() => void setTimeout(() => history.back())")
