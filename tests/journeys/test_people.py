"""An account, friends, and a chat."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accounts import account, line
from tests.browser.chatting import messages, open_chat, say
from tests.browser.keys import middle
from tests.browser.lobby import TURN, begin
from tests.browser.playing import Person


def test_an_account_is_opened_in_the_middle_of_a_match_which_goes_on(player):
    alice, bob, laptop = (Person(player(name)) for name in ("alice", "bob", "alice's laptop"))
    link = begin(alice, bob, "mancala", "north")
    page = alice.player.open("/name")
    page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Your name").fill("alice of the hill")
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Create the account").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()

    there = laptop.player.open("/login")
    there.get_by_label("Your name").fill("alice of the hill")
    there.get_by_label("Password").fill("correct horse battery")
    there.get_by_role("button", name="Log in").click()
    expect(there).to_have_url(re.compile("history"))
    laptop.player.open(link)
    expect(laptop.told(TURN)).to_contain_text("Your turn")


@pytest.fixture
def people(player, server_url):
    """alice and bob, and the names of their accounts."""
    alice, bob = Person(player("alice")), Person(player("bob"))
    return alice, bob, account(alice, server_url, "alice"), account(bob, server_url, "bob")


def test_two_become_friends_live_and_one_invites_the_other(people):
    alice, bob, alices, bobs = people
    bob.player.open("/friends")
    alice.player.open(bob.page.get_by_label("Address of your page").input_value())
    alice.press(alice.page.get_by_role("button", name=f"Ask {bobs} to be friends"))
    expect(alice.page.get_by_text(f"You have asked {bobs} to be friends.")).to_be_visible()
    asking = line(bob, alices, "They ask you to be friends")
    expect(asking).to_be_visible()
    bob.player.check_accessibility()
    alice.player.open("/friends")
    expect(line(alice, bobs, "You have asked")).to_be_visible()
    bob.press(asking.get_by_role("button", name="Accept"))
    expect(line(bob, alices, "Your friends").get_by_text("here now")).to_be_visible()
    friend = line(alice, bobs, "Your friends")
    expect(friend.get_by_text("here now")).to_be_visible()
    expect(line(alice, bobs, "You have asked")).to_be_hidden()
    alice.player.check_accessibility()
    alice.press(friend.get_by_role("link", name="Invite"))
    expect(alice.page.get_by_role("heading", name=f"Invite {bobs}")).to_be_visible()
    alice.player.check_accessibility()
    alice.press(alice.page.get_by_role("button", name="Send the invitation"))
    expect(alice.page.get_by_role("heading", name=f"Waiting for {bobs}")).to_be_visible()
    invitation = line(bob, alices, "Invitations")
    expect(invitation).to_be_visible()
    face, name = (middle(invitation.locator(part)) for part in (".face", "bdi"))
    assert abs(face[1] - name[1]) < 8, "face and name stand in one line"
    bob.press(invitation.get_by_role("link", name="View"))
    bob.press(bob.page.get_by_role("button", name="Play", exact=True))
    expect(bob.told(TURN)).to_be_visible()
    expect(alice.told(TURN)).to_be_visible()


def test_two_players_talk_and_the_words_are_there_after_a_reload(table):
    alice, bob, _ = table
    open_chat(alice)
    say(alice, "Hello bob")
    expect(bob.page.locator(".seat-said")).to_have_text("Hello bob")
    expect(bob.page.get_by_role("button", name="Chat, 1 new message")).to_be_visible()
    expect(bob.page.locator("#speech")).to_contain_text("alice says: Hello bob")
    open_chat(bob)
    expect(bob.page.get_by_role("button", name="Chat", exact=True)).to_be_visible()
    bob.button("Good luck!").click()
    bob.button("Smile").click()
    expect(messages(alice)).to_have_count(3)
    expect(messages(alice).nth(1)).to_contain_text("bob Good luck!")
    expect(messages(alice).nth(2).get_by_role("img", name="Smile")).to_be_visible()
    alice.player.reload()
    open_chat(alice)
    expect(messages(alice)).to_have_count(3)
    assert alice.page.locator("#speech").inner_text() == ""
    for person in (alice, bob):
        person.player.check_accessibility()


def test_a_holiday_stops_the_time_of_a_running_match_and_the_opponent_sees_it(player):
    alice, bob = Person(player("alice")), Person(player("bob"))
    link = begin(alice, bob, "morris", "white", time="days", days="3")
    page = alice.page
    page.get_by_role("link", name="Holidays").click()
    today = page.get_by_label("First day").input_value()
    expect(page.get_by_label("Last day")).to_have_value(today)
    alice.player.check_accessibility()
    page.get_by_role("button", name="Take this holiday").click()
    expect(page.get_by_role("heading", name="Your holidays")).to_be_visible()
    expect(bob.prompt("alice is on holiday until")).to_be_visible()
    alice.player.open(link)
    expect(alice.prompt("You are on holiday until")).to_be_visible()
    alice.player.open("/holidays").get_by_role("button", name="End it now").click()
    expect(bob.prompt("alice is on holiday until")).to_be_hidden()
