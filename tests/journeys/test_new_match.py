"""The form of a new match: the terms are chips that open one at a time, with and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import choose
from tests.browser.playing import Person
from tests.browser.reading import check

SMALL = {"viewport": {"width": 360, "height": 640}}


@pytest.mark.parametrize("javascript", [True, False])
def test_a_chip_shows_what_is_chosen_and_only_one_is_open(player, javascript):
    alice = player("alice", **SMALL, java_script_enabled=javascript)
    if not javascript:
        alice.forgive(r"\.js: csp$")  # scripts that the page asks for ahead
    page = alice.open("/new/congkak")
    time, side = (page.locator(f"[data-chip={name}]") for name in ("time", "side"))
    expect(time.locator("summary")).to_have_text("Time: No clock", use_inner_text=True)
    choose(page, "Time", "Other time")
    page.get_by_role("spinbutton", name="Minutes each").fill("7")
    choose(page, "Your side", "North")
    expect(side.locator("summary")).to_have_text("Your side: North, houses 8 to 14", use_inner_text=True)
    expect(time.locator("summary")).to_have_text("Time: Other time", use_inner_text=True)
    expect(page.locator(".chip[open]")).to_have_count(1)
    page.get_by_role("button", name="Create invitation").click()
    expect(page.get_by_text("7 minutes each")).to_be_visible()


def test_the_form_reads_well_and_is_used_by_keyboard(player):
    alice = Person(player("alice", **SMALL))
    page = alice.player.open("/new/congkak")
    check(alice)
    page.locator("[data-chip=sowing] > summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-chip=opening] > summary")).to_have_text(
        "Who begins: South alone", use_inner_text=True
    )
    check(alice)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Send this link to your friend")).to_be_visible()


def test_at_one_screen_the_second_player_cannot_see_what_the_first_chose_in_secret(alice):
    person = Person(alice)
    page = alice.open("/together/congkak")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(person.told("are choosing in secret")).to_be_visible()
    alice.complete()
    person.stop("3").click()
    dialog = page.get_by_role("dialog", name="Pass the device")
    expect(dialog).to_contain_text("South has chosen. Now North chooses, and South looks away.")
    alice.check_accessibility()
    dialog.get_by_role("button", name="Ready").click()
    expect(dialog).to_be_hidden()
    for house in ("3", "4"):
        told = person.stop(house).evaluate(
            "(node) => [node.tabIndex, node.matches(':focus'), node.dataset.mark]"
        )
        assert told == [-1, False, person.stop("5").get_attribute("data-mark")], house
    person.stop("12").click()
    person.sees(2)
    expect(dialog).to_be_hidden()
