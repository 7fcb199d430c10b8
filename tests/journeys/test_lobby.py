"""Finding an opponent in the lobby, and a rematch."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.browser.lobby import TURN, begin, offer, send
from tests.browser.playing import Person, play_on
from tests.browser.reading import check

PHONE = {"viewport": {"width": 390, "height": 844}}
KEEP_WHAT_IS_SAID = """() => {
  const note = () => sessionStorage.setItem("said", document.querySelector("main").innerText);
  new MutationObserver(note).observe(document.querySelector("main"), { subtree: true, childList: true });
}"""
"""Script that stores the page's last texts in its tab, where they are found after the page has left."""


def test_alice_offers_and_bob_takes_and_both_play(player):
    alice, bob = Person(player("alice", **PHONE)), Person(player("bob", **PHONE))
    send(alice, "/name", name="alice")
    send(bob, "/name", name="bob")
    offer(alice, "Nine Men's Morris", "10+5")
    page = bob.player.open("/lobby")
    line = page.get_by_role("listitem").filter(has_text="alice")
    expect(line).to_contain_text("10+5")
    for one in (alice, bob):
        check(one, dark=False)
    alice.page.evaluate(KEEP_WHAT_IS_SAID)
    line.get_by_role("button", name="Play : Nine Men's Morris, with alice").click()
    expect(bob.told(TURN)).to_be_visible()
    expect(alice.told(TURN)).to_be_visible()
    assert "Somebody has taken your offer" in alice.page.evaluate("sessionStorage.getItem('said')")
    expect(alice.page).to_have_url(bob.page.url)
    play_on([alice, bob], random.Random(1), decisions=2)
    for one in (alice, bob):
        one.sees(2)


def test_playing_again_swaps_the_sides_and_takes_the_watcher_along(alice, bob, carol):
    alice, bob, carol = Person(alice), Person(bob), Person(carol)
    link = begin(alice, bob, "mancala", "north")
    carol.player.open(link)
    bob.button("Resign").click()
    bob.page.get_by_role("dialog").get_by_role("button", name="Keep playing").click()
    expect(bob.page.get_by_role("dialog")).to_be_hidden()
    bob.resign()
    for one in (alice, bob, carol):
        expect(one.result).to_contain_text("resigned")
    alice.button("Rematch").click()
    expect(alice.result).to_contain_text("Waiting for bob")
    expect(bob.told("alice offers a rematch")).to_be_visible()
    bob.button("Accept the rematch").click()
    expect(bob.told("Your turn")).to_be_visible()
    expect(alice.told("Waiting for bob")).to_be_visible()
    expect(alice.page).to_have_url(bob.page.url)
    assert bob.page.url != link
    expect(carol.told("bob's turn")).to_be_visible()
    expect(carol.page).to_have_url(bob.page.url)
    play_on([alice, bob], random.Random(1), decisions=3)
