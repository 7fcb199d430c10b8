"""Every state of a match of each game: axe finds nothing in both themes, and its text is as recorded."""

import pytest
from playwright.sync_api import expect

from games_app.games.rules import GAMES
from tests.browser.lobby import OPENING, begin, choose
from tests.browser.playing import Person
from tests.browser.reading import check
from tests.browser.states import STILL, walk_through_states
from tests.games.cases import cases

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.mark.parametrize("game", GAMES)
def test_a_match_from_its_invitation_to_its_end(player, game):
    walk_through_states(player, game)


def test_a_secret_choice_made_and_awaited(player):
    alice, bob = Person(player("alice", **STILL)), Person(player("bob", **STILL, **PHONE))
    begin(alice, bob, "congkak", "south", **OPENING)
    alice.stop("2").click()
    expect(alice.told("Chosen.")).to_be_visible()
    expect(bob.told("alice has chosen")).to_be_visible()
    for one in (alice, bob):
        check(one)


def test_a_hand_full_of_shells(player):
    alice, bob = Person(player("alice", **STILL)), Person(player("bob", **STILL, **PHONE))
    begin(alice, bob, "congkak", "south", **(cases("congkak").CLICKS.options | {"sowing": "hand"}))
    alice.stop("3").click()
    alice.play("4")
    expect(alice.told("drop the next shell")).to_be_visible()
    bob.sees(2)
    for one in (alice, bob):
        check(one)


def test_dialogs_and_panels(player):
    """At one screen, one person plays both sides."""
    alice = Person(player("alice", **STILL))
    page = alice.player.open("/new/checkers")
    choose(page, "Your side", "Both sides")
    page.get_by_role("button", name="Create invitation").click()
    alice.play("3 3")
    expect(alice.targets).to_have_count(2)
    check(alice)
    alice.button("More").click()
    expect(page.get_by_role("group", name="More")).to_be_visible()
    check(alice)
    page.keyboard.press("Escape")
    for open_it, title in (
        (lambda: alice.pick("Keys"), "Keys"),
        (lambda: alice.pick("Board and sound"), "Board and sound"),
        (alice.button("Resign").click, "Resign"),
    ):
        open_it()
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        check(alice)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
    page.get_by_text("Rules of this match").click()
    expect(page.get_by_role("region", name="How Pawn checkers is played")).to_be_visible()
    check(alice)
