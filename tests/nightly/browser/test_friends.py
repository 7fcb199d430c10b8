"""Two people become friends, see each other come, and play by one press before any game together."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import expect

from games_app.lib.names import LONGEST
from tests.browser.lobby import TURN, sit_down
from tests.browser.playing import Person
from tests.faults.visitor import Visitor
from tests.nightly import nightly_except

PASSWORD = "correct horse battery"
_numbers = itertools.count()


def account(person: Person, server_url: str, name: str) -> str:
    """Give the person an account; return its name, which the site has only once."""
    visitor, own = Visitor(server_url), f"{name} {next(_numbers)}"
    visitor.post("/account", name=own, password=PASSWORD)
    sit_down(person, visitor)
    return own


@pytest.fixture
def people(player, server_url):
    """alice and bob, and the names of their accounts."""
    alice, bob = Person(player("alice")), Person(player("bob"))
    return alice, bob, account(alice, server_url, "alice"), account(bob, server_url, "bob")


def line(person: Person, name: str, heading: str):
    region = person.page.get_by_role("region", name=heading)
    return region.get_by_role("listitem").filter(has_text=name)


def test_two_become_friends_live_and_one_invites_the_other_with_one_press(people):
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
    expect(friend).to_contain_text("Mancala, 3 days a turn")
    alice.press(friend.get_by_role("button", name="Invite"))
    expect(alice.page.get_by_role("heading", name=f"Waiting for {bobs}")).to_be_visible()
    invitation = line(bob, alices, "Invitations")
    bob.press(invitation.get_by_role("link", name="View"))
    bob.press(bob.page.get_by_role("button", name="Play", exact=True))
    expect(bob.told(TURN)).to_be_visible()
    expect(alice.told(TURN)).to_be_visible()


@pytest.mark.nightly
def test_a_friend_who_leaves_is_here_no_more_and_one_who_hides_never_was(people):
    alice, bob, alices, bobs = people
    bob.player.open("/friends")
    alice.player.open(bob.page.get_by_label("Address of your page").input_value())
    alice.press(alice.page.get_by_role("button", name=f"Ask {bobs} to be friends"))
    bob.press(line(bob, alices, "They ask you to be friends").get_by_role("button", name="Accept"))
    alice.player.open("/friends")
    here = line(alice, bobs, "Your friends").get_by_text("here now")
    expect(here).to_be_visible()
    bob.player.open("/about")
    expect(here).to_be_hidden()
    bob.player.open("/lobby")
    expect(here).to_be_visible()
    bob.player.open("/friends")
    bob.page.get_by_label("My friends see when I'm here").uncheck()
    bob.press(bob.page.get_by_role("button", name="Save"))
    expect(here).to_be_hidden()
    expect(line(bob, alices, "Your friends").get_by_text("here now")).to_be_visible()


@pytest.mark.nightly
def test_a_blocked_friend_vanishes_from_both_open_lists_without_a_word(people):
    alice, bob, alices, bobs = people
    bob.player.open("/friends")
    alice.player.open(bob.page.get_by_label("Address of your page").input_value())
    alice.press(alice.page.get_by_role("button", name=f"Ask {bobs} to be friends"))
    bob.press(line(bob, alices, "They ask you to be friends").get_by_role("button", name="Accept"))
    alice.player.open("/friends")
    expect(line(alice, bobs, "Your friends")).to_be_visible()
    bob.press(line(bob, alices, "Your friends").get_by_role("link", name=alices))
    bob.press(bob.page.get_by_role("button", name=f"Block {alices}"))
    expect(line(alice, bobs, "Your friends")).to_be_hidden()
    expect(alice.page.get_by_text("Nobody yet.")).to_be_visible()
    expect(alice.page.get_by_text(re.compile("block", re.IGNORECASE))).to_be_hidden()


@pytest.mark.parametrize("width", nightly_except([320, 390, 768, 1280], 320))
def test_the_list_fits_any_window_with_the_longest_names(people, server_url, width):
    alice, _, _, _ = people
    visitor = Visitor(server_url)
    name = f"{next(_numbers)}{'M' * LONGEST}"[:LONGEST]
    visitor.post("/account", name=name, password=PASSWORD)
    _, text = visitor.get("/friends")
    page = "/player/" + text.split('id="own-link"')[1].split("/player/")[1][:10]
    alice.player.open(page)
    alice.press(alice.page.get_by_role("button", name=f"Ask {name} to be friends"))
    alice.player.resize(width, 720)
    alice.player.open("/friends")
    sizes = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    scrolled, shown = alice.page.evaluate(sizes)
    assert scrolled <= shown
    expect(line(alice, name, "You have asked").get_by_role("button", name="Withdraw")).to_be_visible()
