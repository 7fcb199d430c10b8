"""Trying moves while the viewer goes elsewhere: the rules' answer moves nobody."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.playing import Person
from tests.played import begin


@pytest.mark.nightly
def test_whoever_goes_elsewhere_while_the_rules_are_asked_is_left_there(player, server_url):
    match = begin(server_url, "mancala")
    match.play([("north", "pick p8"), ("north", "pick p6")])
    carol = Person(player("carol", reduced_motion="reduce"))
    page = carol.player.open(match.path)
    carol.sees(8)
    tried = page.get_by_role("region", name="Moves").get_by_role("link", name="Tried")
    asked: list[Route] = []
    page = carol.player.alter()
    page.route("**/try", lambda route: asked.append(route))

    with page.expect_request("**/try"):
        page.evaluate("location.hash = '#8:2'")
    carol.button("First").click()
    carol.sees(0)
    asked.pop().continue_()
    expect(tried).to_have_count(1)
    expect(tried).not_to_have_attribute("aria-current", "step")
    carol.sees(0)

    carol.button("Last").click()
    carol.button("Try moves").click()
    with page.expect_request("**/try"):
        carol.stop("p3").click()
    carol.button("Stop trying").click()
    asked.pop().continue_()
    expect(tried).to_have_count(2)
    expect(tried.last).not_to_have_attribute("aria-current", "step")
    carol.sees(8)
