"""A match that is saved from its page, brought back as a file and verified; and a name that is withdrawn."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import sit_down
from tests.browser.playing import Person
from tests.browser.reading import check
from tests.played import Played, begin, sample


@pytest.fixture
def over(server_url: str) -> Played:
    """A match that was played to its end."""
    options, decisions = sample("mancala")
    match = begin(server_url, "mancala", **options)
    match.play(decisions)
    return match


def test_a_match_is_saved_from_its_page_and_brought_back_as_a_file(server_url, player, over, tmp_path):
    carol = Person(player("carol"))
    page = carol.player.open(over.path)
    carol.press(page.get_by_role("link", name="Save or share"))
    told = page.context.request.get(page.get_by_role("link", name="Text").get_attribute("href")).text()
    file = tmp_path / "match.txt"
    file.write_text(told, encoding="utf-8")
    picture = page.get_by_role("img", name="The board as it stands")
    expect(picture).to_be_visible()
    assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
    check(carol)

    carol.press(page.get_by_role("link", name="Import a game"))
    check(carol)
    page.get_by_label("A file").set_input_files(file)
    carol.press(page.get_by_role("button", name="Import"))
    expect(page).to_have_url(re.compile(r"/m/\w{10}$"))
    expect(
        page.get_by_text(f"Played at {server_url} and imported here, so nobody can play on.")
    ).to_be_attached()
    expect(page.locator("#result-headline")).to_have_text(re.compile("won|Draw"))
    page.get_by_text("Who may watch").first.click()
    openness = page.get_by_role("group", name="Who may watch").get_by_role("radio")
    expect(openness).to_have_count(2)
    expect(openness.first).to_be_checked()
    expect(page.get_by_text("Everybody: the match is listed")).to_be_hidden()
    page.goto(f"{page.url}#3")
    expect(page.locator("#here")).to_have_text(re.compile(r"^0 of \d+ \+ 3$"))


def test_a_record_is_verified_from_its_page(player, over):
    carol = Person(player("carol"))
    page = carol.player.open(f"{over.path}/files")
    carol.press(page.get_by_role("button", name="Verify the record"))
    expect(page.get_by_role("status")).to_contain_text("Every move replays to the stored positions")
    check(carol)


def test_whoever_withdraws_a_name_is_forgotten(player, over):
    alice = Person(player("alice"))
    sit_down(alice, over.alice)
    page = alice.player.open("/withdraw")
    check(alice)
    page.get_by_label("I understand that this can't be undone").check()
    alice.press(page.get_by_role("button", name="Withdraw my name"))
    expect(page.get_by_role("heading", name="Your name is gone")).to_be_visible()
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
