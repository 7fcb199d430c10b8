"""Private notes, during a match and on a bad connection."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import Person
from tests.played import begin

OPENING = (("north", "pick p8"), ("north", "pick p6"))


def notes(page: Page) -> Locator:
    """Return the unfolded part of the page with the notes."""
    course = page.locator(".course-tools")
    course.get_by_text(re.compile(r"^(Notes|\d+ notes?)$")).click()
    return course


def reviewing(player, server_url: str) -> tuple[Person, Page]:
    """Carol at a match that is over."""
    match = begin(server_url, "mancala")
    match.play(OPENING)
    match.tell("north", "resign")
    carol = Person(player("carol", reduced_motion="reduce"))
    return carol, carol.player.open(match.path)


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


@pytest.mark.nightly
def test_notes_that_can_t_be_loaded_at_first_come_later(player, server_url):
    carol, page = reviewing(player, server_url)
    notes(page).get_by_role("textbox").fill("Well played.")
    expect(page.get_by_text("Kept", exact=True)).to_be_visible()
    carol.player.alter().route("**/notes", lambda route: route.abort(), times=1)
    carol.player.forgive("ERR_FAILED")
    page.reload()
    course = notes(page)
    expect(course.get_by_text("Your notes can't be loaded at the moment.")).to_be_visible()
    expect(course.get_by_role("textbox")).to_have_value("Well played.")
    expect(course.get_by_text("can't be loaded")).to_be_hidden()
    expect(course.get_by_role("listitem")).to_have_text("Move 2 Well played.")


@pytest.mark.nightly
def test_a_page_whose_cookies_are_gone_says_so_instead_of_trying_for_ever(player, server_url):
    carol, page = reviewing(player, server_url)
    course = notes(page)
    carol.player.forgive("403")
    page.context.clear_cookies()
    course.get_by_role("textbox").fill("Well played.")
    expect(course.get_by_role("status")).to_contain_text("Reload it")
    page.reload()
    notes(page)
    expect(course.get_by_role("textbox")).to_have_value("Well played.")
    expect(course.get_by_text("Kept", exact=True)).to_be_visible()


@pytest.mark.nightly
def test_a_page_of_a_match_that_was_closed_says_so_instead_of_asking_for_notes_for_ever(player, server_url):
    match = begin(server_url, "mancala")
    match.play(OPENING)
    match.tell("north", "resign")
    carol = Person(player("carol", reduced_motion="reduce"))
    carol.player.alter().route("**/notes", lambda route: route.fulfill(status=404, body="Nothing here"))
    carol.player.forgive("404")
    page = carol.player.open(match.path)
    expect(notes(page).get_by_role("status")).to_contain_text("Reload it")
