"""A person who withdraws and passes the browser on leaves no pages behind the Back button."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Playwright

from tests.browser import chromium

KEEPS_PAGES = ["--disable-back-forward-cache"]
"""Playwright's options for Chromium that prevent stored pages for the Back button, as people's have."""


@pytest.fixture
def page(playwright: Playwright, server_url: str) -> Iterator[Page]:
    program = chromium.find_or_install(playwright, whole=True)
    running = playwright.chromium.launch(executable_path=program, ignore_default_args=KEEPS_PAGES)
    yield running.new_page(base_url=server_url)
    running.close()


def test_the_button_back_shows_no_page_of_who_has_withdrawn(page):
    page.goto("/name")
    page.fill("input[name=name]", "alice of the well")
    page.click("main form button")
    page.wait_for_url("**/")
    for path in ("/rules/mancala", "/withdraw"):
        page.goto(path)
        assert "alice of the well" in page.content()
    page.check("input[name=sure]")
    page.click("main form button")
    page.wait_for_selector("text=Your name is gone")
    for path in ("/rules/mancala", "/"):
        while not page.url.endswith(path):
            leaf_back(page)
        assert "alice of the well" not in page.content()


def leaf_back(page):
    """Go back by a script: ``go_back`` fails while a page that was kept takes its place again."""
    with page.expect_event("framenavigated"):
        page.evaluate("() => void setTimeout(() => history.back())")
