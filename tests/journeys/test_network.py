"""Lost frames and a server that goes away: the page repairs itself."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.lobby import begin
from tests.browser.outages import LOST, OUTAGE, is_still_marked, leave_a_mark, lose
from tests.browser.playing import Person
from tests.browser.watching import counts, decisions, record


def test_a_lost_frame_in_the_middle_is_fetched_and_the_place_of_a_watcher_is_kept(alice, bob, carol):
    alice, bob, carol = Person(alice), Person(bob), Person(carol)
    lost = [lose(one, lambda event: event["plies"] and event["plies"][0]["n"] == 9) for one in (bob, carol)]
    link = begin(alice, bob, "mancala", "north")
    carol.player.open(link)
    for one in (alice, bob, carol):
        one.still()
        leave_a_mark(one)
    alice.stop("p6").click()
    bob.play("p4")
    carol.sees(8)
    carol.button("Back").click()
    carol.sees(4)
    shown = counts(carol)
    alice.play("p7")
    alice.sees(13)
    alice.play("p8")
    for one in (alice, bob):
        one.sees(19)
    expect(carol.button(re.compile(r"^Live\b.*\b2\b"))).to_be_visible()
    carol.sees(4)
    assert counts(carol) == shown
    assert lost == [[5], [5]]
    carol.button(re.compile("^Live")).click()
    carol.sees(19)
    for one in (bob, carol):
        is_still_marked(one)
    assert counts(alice) == counts(bob) == counts(carol)


def test_a_move_made_while_the_server_was_down_arrives_once_when_it_is_back(alice, bob, carol, site):
    for one in (alice, bob, carol):
        one.forgive(OUTAGE)
    alice, bob, carol = Person(alice), Person(bob), Person(carol)
    link = begin(alice, bob, "mancala", "north")
    carol.player.open(link)
    everybody = (alice, bob, carol)
    for one in everybody:
        expect(one.page.locator("#watchers")).to_have_text(re.compile("1 person is watching|You're watching"))
        one.still()
        leave_a_mark(one)
    alice.stop("p8").click()
    for one in everybody:
        one.sees(4)
    site.stop()
    for one in everybody:
        expect(one.page.get_by_text(LOST)).to_be_visible()
    alice.stop("p9").click()
    site.start()
    for one in everybody:
        expect(one.page.get_by_text(LOST)).to_be_hidden()
        one.sees(9)
        is_still_marked(one)
    expect(bob.told("Your turn")).to_be_visible()
    assert counts(alice) == counts(bob) == counts(carol)
    made = [event["plies"][0]["action"] for event in decisions(record(carol, link))]
    assert made == ["pick p8", "pick p9"]
    bob.play("p3")
    for one in everybody:
        one.sees(13)
