"""Every state of a match of each game: axe finds nothing in both themes, and its text is as recorded."""

import pytest
from playwright.sync_api import expect

from games_app.rules import GAMES
from tests.browser.lobby import begin, choose, send
from tests.browser.playing import Person
from tests.browser.reading import check, has_heard, reads
from tests.games.cases import cases
from tests.nightly import nightly_except
from tests.nightly.browser.test_secret_choice import OPENING

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
STILL = {"reduced_motion": "reduce"}


@pytest.mark.parametrize("game", nightly_except(GAMES, "congkak"))
def test_a_match_from_its_invitation_to_its_end(player, game):
    clicks = cases(game).CLICKS
    alice, bob, carol = (Person(player(name, **STILL)) for name in ("alice", "bob", "carol"))
    bob.player.resize(390, 844)
    link = send(
        alice, f"/new/{game}", name="alice", side=GAMES[game].roles[0], visibility="link", **clicks.options
    )
    for one, heading in ((alice, "Send this link to your friend"), (bob, "alice invites you")):
        expect(one.player.open(link).get_by_role("heading", name=heading)).to_be_visible()
        expect(one.board.locator("[data-stop][role=button]").first).to_be_visible()
        check(one, dark=False)
    send(bob, link + "/join", name="bob")
    expect(alice.told("Your turn")).to_be_visible()
    expect(alice.page.get_by_role("textbox", name="Type a move")).to_be_visible()
    expect(alice.page.get_by_text("here", exact=True)).to_have_count(2)
    main = alice.page.get_by_role("main")
    reads(main, f"{game}_at_its_start")
    check(alice)
    expect(bob.told("Waiting for alice")).to_be_visible()
    check(bob, dark=False)

    for stop in clicks.vain:
        alice.stop(stop).click()
    if clicks.vain:
        expect(alice.page.locator("#notice[data-refused]")).to_be_visible()
        check(alice)
    for stop in clicks.move:
        alice.stop(stop).click()
    has_heard(alice, "Waiting for bob")
    expect(alice.page.locator("#notice[data-refused]")).to_be_hidden()
    reads(main, f"{game}_in_its_course")
    check(alice, dark=False)
    expect(bob.told("Your turn")).to_be_visible()
    check(bob)
    expect(carol.player.open(link).get_by_role("status").filter(has_text="bob's turn")).to_be_visible()
    check(carol, dark=False)
    alice.button("First").click()
    alice.sees(0)
    check(alice, dark=False)
    alice.button("Last").click()

    bob.resign()
    has_heard(alice, "You won: bob resigned")
    reads(main, f"{game}_at_its_end")
    check(alice)
    expect(bob.result).to_be_visible()
    check(bob, dark=False)


@pytest.mark.nightly
def test_a_secret_choice_made_and_awaited(player):
    alice, bob = Person(player("alice", **STILL)), Person(player("bob", **STILL, **PHONE))
    begin(alice, bob, "congkak", "south", **OPENING)
    alice.stop("2").click()
    expect(alice.told("Chosen.")).to_be_visible()
    expect(bob.told("alice has chosen")).to_be_visible()
    for one in (alice, bob):
        check(one)


@pytest.mark.nightly
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
