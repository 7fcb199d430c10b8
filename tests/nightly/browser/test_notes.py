"""Private notes, during a match and on a bad connection."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import Person
from tests.played import begin

OPENING = (("north", "pick p8"), ("north", "pick p6"))


def notes(page: Page) -> Locator:
    """Return the unfolded part of the page with the notes."""
    course = page.locator(".course-tools")
    course.get_by_text(re.compile(r"^(Notes|\d+ notes?)$")).click()
    return course


def test_a_note_is_about_the_place_where_it_was_begun_though_the_match_goes_on(player, server_url):
    match = begin(server_url, "mancala")
    match.play(OPENING)
    carol = Person(player("carol", reduced_motion="reduce"))
    page = carol.player.open(match.path)
    carol.button("Try moves").click()
    carol.button("Stop trying").click()
    course = notes(page)
    note = course.get_by_role("textbox", name=re.compile("^Your note on move 2"))
    note.fill("Pit 6")
    expect(course.get_by_text("Kept", exact=True)).to_be_visible()
    match.play([("south", "pick p2")])
    carol.sees(12)
    note.press("End")
    note.press_sequentially(" was early.")
    carol.button("First").focus()
    expect(course.get_by_role("textbox", name=re.compile("^Your note on move 3"))).to_have_value("")
    expect(course.get_by_role("listitem")).to_have_text("Move 2 Pit 6 was early.")
