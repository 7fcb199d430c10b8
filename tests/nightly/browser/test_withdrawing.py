"""A person who withdraws and passes the browser on leaves no pages behind the Back button."""

from __future__ import annotations

from tests.browser.back import go_back


def test_the_button_back_shows_no_page_of_who_has_withdrawn(keeping_page):
    page = keeping_page
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
            go_back(page)
        assert "alice of the well" not in page.content()
