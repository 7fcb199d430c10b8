"""Moving to another device by a scanned code, and an account opened in the middle of a match."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.lobby import TURN, begin_unseen
from tests.browser.playing import Person

PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.fixture
def person(player):
    def arrive(name: str, **options) -> Person:
        return Person(player(name, **options))

    return arrive


def test_a_seat_is_recovered_on_a_second_device_by_the_scanned_code(person):
    alice, bob, phone = person("alice"), person("bob"), person("alice's phone", **PHONE)
    link = begin_unseen(alice, bob, "mancala", "north")
    bob.player.open(link)
    page = alice.player.open("/devices")
    page.get_by_role("button", name="Make a phrase").click()
    phrase = page.get_by_role("status").inner_text()
    expect(page.get_by_role("figure", name="QR code").locator("svg")).to_be_visible()

    there = phone.player.open(f"/return#{phrase.replace(' ', '-')}")
    expect(there.get_by_label("Your phrase")).to_have_value(phrase)
    assert "#" not in there.url
    there.get_by_role("button", name="Use my phrase").click()
    expect(there).to_have_url(re.compile("history"))
    phone.player.open(link)
    expect(phone.told(TURN)).to_contain_text("Your turn")
    phone.press(phone.marked.first)
    expect(bob.told(TURN)).to_contain_text("Your turn")
