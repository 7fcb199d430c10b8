"""axe finds nothing serious, on any page and in any state of it, in the light and in the dark."""

import pytest
from playwright.sync_api import expect

from games_app.rules import GAMES
from tests.browser.lobby import begin, make
from tests.browser.playing import Person
from tests.browser.test_secret_choice import OPENING


@pytest.fixture
def visitor(player, server):
    """People at a site where nothing has happened before this module."""

    def arrive(name: str, **options) -> Person:
        return Person(player(name, base_url=server.url, **options))

    return arrive


def check(one: Person, dark: bool = True) -> None:
    """By day and by night."""
    one.page.emulate_media(color_scheme="light")
    one.player.check_accessibility()
    if dark:
        one.page.emulate_media(color_scheme="dark")
        one.player.check_accessibility()


def test_an_empty_site(visitor):
    alice = visitor("alice", reduced_motion="reduce")
    page = alice.player.open("/")
    expect(page.get_by_text("Nobody plays in public at the moment")).to_be_visible()
    check(alice)
    for path in ("/history", "/history?mine=1", "/history?game=morris", "/name"):
        alice.player.open(path)
        check(alice)


@pytest.mark.parametrize("game", list(GAMES))
def test_the_rules_and_the_form_of_a_new_match(visitor, game):
    alice = visitor("alice")
    for path in (f"/rules/{game}", f"/new/{game}"):
        alice.player.open(path)
        expect(alice.board.locator("[data-stop][aria-label]").first).to_be_visible()
        check(alice)


def test_forms_with_a_mistake_and_addresses_that_lead_nowhere(visitor):
    alice = visitor("alice")
    alice.player.forgive("status of 4..")
    page = alice.player.open("/name")
    page.get_by_label("Your name").fill("x")
    page.get_by_role("button", name="Use this name").click()
    expect(page.get_by_role("alert")).to_be_visible()
    check(alice)
    for path in ("/m/2222222222", "/nowhere"):
        alice.player.open(path)
        expect(page.get_by_role("heading", name="There is nothing at this address")).to_be_visible()
        check(alice)


def test_the_waiting_room_the_invitation_and_what_is_left_of_a_cancelled_match(visitor):
    alice, bob = visitor("alice"), visitor("bob", viewport={"width": 390, "height": 844})
    link = make(alice, "congkak")
    check(alice)
    bob.player.open(link)
    check(bob)
    bob.player.forgive("status of 410")
    alice.player.forgive("status of 410")
    alice.button("Cancel the match").click()
    expect(alice.page.get_by_role("heading", name="This match was cancelled")).to_be_visible()
    check(alice)


@pytest.mark.parametrize(("game", "side"), [("mancala", "north"), ("morris", "white"), ("checkers", "black")])
def test_a_match_at_its_start_for_those_who_play_wait_and_watch(visitor, game, side):
    alice, bob = visitor("alice"), visitor("bob", viewport={"width": 390, "height": 844})
    carol = visitor("carol")
    link = begin(alice, bob, game, side)
    carol.player.open(link)
    expect(carol.told("alice's turn")).to_be_visible()
    for one in (alice, bob, carol):
        check(one)


def test_a_secret_choice_made_and_awaited(visitor):
    alice, bob = visitor("alice"), visitor("bob", viewport={"width": 390, "height": 844})
    begin(alice, bob, "congkak", "south", **OPENING)
    alice.stop("2").click()
    expect(alice.told("Chosen.")).to_be_visible()
    expect(bob.told("alice has chosen")).to_be_visible()
    for one in (alice, bob):
        check(one)


def test_a_match_in_its_course_and_after_its_end(visitor):
    alice, bob, carol = visitor("alice"), visitor("bob"), visitor("carol")
    link = begin(alice, bob, "checkers", "black")
    for one in (alice, bob):
        one.at_rest()
    alice.stop("1 3").click()
    alice.stop("3 5").click()
    expect(alice.told("Your turn")).to_be_hidden()
    check(alice)
    alice.stop("2 4").click()
    bob.sees(1)
    check(bob)
    alice.button("Back").click()
    alice.sees(0)
    check(alice)
    carol.player.open("/")
    expect(carol.page.get_by_role("heading", name="Going on now")).to_be_visible()
    check(carol)
    bob.button("Resign").click()
    expect(bob.page.get_by_role("dialog")).to_be_visible()
    check(bob)
    bob.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    carol.player.open(link)
    for one in (alice, bob, carol):
        expect(one.result).to_be_visible()
    check(bob)
    check(carol, dark=False)
    bob.button("Rematch").click()
    expect(alice.result).to_contain_text("offers a rematch")
    check(alice)
    carol.player.open("/history")
    check(carol)
    alice.player.open("/history?mine=1")
    check(alice)
