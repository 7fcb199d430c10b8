"""Alice and bob chat while they play, carol with other watchers, each in their own language."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.chatting import chat, messages, open_chat, say
from tests.browser.lobby import send
from tests.browser.player import Player
from tests.browser.playing import Person

ELSEWHERE = {"extra_http_headers": {"X-Forwarded-For": "203.0.113.9"}}
"""A browser that is not at the players' address."""


@pytest.fixture
def dave(player: Callable[..., Player]) -> Person:
    """A named person from elsewhere."""
    dave = Person(player("dave", **ELSEWHERE))
    send(dave, "/name", name="dave")
    return dave


def open_switch(person: Person) -> None:
    person.page.locator("#visibility > summary").click()


def switch(person: Person) -> Locator:
    return person.page.get_by_role("checkbox", name="Let people on our networks chat while they watch")


def test_watchers_talk_in_another_room_which_players_get_at_the_end(table, dave, player):
    alice, bob, link = table
    erin = Person(player("erin", extra_http_headers={"X-Forwarded-For": "203.0.113.10"}))
    send(erin, "/name", name="erin")
    for watcher in (dave, erin):
        watcher.player.open(link)
    open_chat(dave)
    say(dave, "North should play pit seven")
    open_chat(erin)
    expect(messages(erin)).to_have_text(re.compile("dave North should play pit seven"))
    open_chat(alice)
    say(alice, "Your turn soon")
    expect(messages(alice)).to_have_count(1)
    expect(messages(dave)).to_have_count(1)
    expect(chat(alice).get_by_role("group", name="Chat room").get_by_role("button")).to_have_count(0)
    bob.resign()
    alice.button("Watchers").click()
    expect(messages(alice)).to_have_text(re.compile("dave North should play pit seven"))
    expect(messages(dave)).to_have_count(1)
    alice.player.check_accessibility()
    dave.player.check_accessibility()


def test_both_players_let_those_on_their_networks_chat_and_one_of_them_ends_it(table, dave, player):
    alice, bob, link = table
    neighbour = Person(player("neighbour"))
    send(neighbour, "/name", name="neighbour")
    for watcher in (dave, neighbour):
        watcher.player.open(link)
    open_chat(dave)
    neighbour.page.get_by_role("button", name=re.compile("^Chat")).click()
    expect(chat(neighbour).get_by_text("A player is on your network")).to_be_visible()
    open_switch(alice)
    expect(switch(alice)).to_have_accessible_description(re.compile("before the end if you both allow it"))
    switch(alice).check()
    expect(switch(alice)).to_have_accessible_description("They can chat as soon as bob allows it too.")
    expect(alice.page.locator("#speech")).to_contain_text("They can chat as soon as bob allows it too.")
    expect(bob.told("alice lets people on your networks chat while they watch.")).to_be_visible()
    expect(neighbour.page.get_by_label("Message", exact=True)).to_be_hidden()
    bob.player.reload()
    open_switch(bob)
    expect(switch(bob)).to_have_accessible_description(re.compile("^alice allows it."))
    switch(bob).check()
    for person in (alice, bob):
        expect(switch(person)).to_have_accessible_description(re.compile("^You both allow it"))
        person.player.check_accessibility()
    say(neighbour, "Go on, alice")
    expect(messages(dave)).to_have_text(re.compile("neighbour Go on, alice"))
    switch(alice).uncheck()
    expect(bob.told("alice no longer lets people on your networks chat while they watch.")).to_be_visible()
    expect(neighbour.page.get_by_label("Message", exact=True)).to_be_hidden()
    bob.resign()
    expect(switch(alice)).to_have_count(0)
    expect(neighbour.page.get_by_label("Message", exact=True)).to_be_visible()


WATCH_FLIGHTS = """() => {
  window.flown = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) window.flown.push(node.textContent);
  }).observe(document.querySelector(".board-place"), { childList: true });
}"""


def test_a_quick_phrase_of_a_player_flies_over_both_boards_and_words_do_not(table):
    alice, bob, _ = table
    for one in (alice, bob):
        one.page.evaluate(WATCH_FLIGHTS)
    open_chat(bob)
    say(bob, "in my own words")
    bob.button("Hello!").click()
    for one in (alice, bob):
        one.page.wait_for_function("() => window.flown.join() === 'Hello!'")
        expect(one.page.locator(".flying-phrase")).to_have_count(0)


def test_by_keys_the_chat_opens_and_closes(table):
    alice, bob, _ = table
    alice.page.keyboard.press("s")
    expect(alice.page.get_by_label("Message", exact=True)).to_be_focused()
    alice.page.keyboard.type("so it goes")
    alice.page.keyboard.press("Enter")
    expect(messages(alice)).to_have_count(1)
    alice.page.keyboard.press("Escape")
    expect(messages(alice)).to_be_hidden()
    expect(alice.focused_stop).to_have_count(0)
    expect(alice.page.get_by_role("button", name="Chat")).to_be_focused()
    expect(bob.page.locator(".seat-said")).to_have_text("so it goes")
