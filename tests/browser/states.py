"""The states of a match, from its invitation to its end."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from games_app.games.rules import GAMES
from tests.browser.lobby import send
from tests.browser.player import Player
from tests.browser.playing import Person
from tests.browser.reading import check, has_heard, reads
from tests.games.cases import cases

STILL = {"reduced_motion": "reduce"}


def walk_through_states(
    player: Callable[..., Player], game: str, checked: tuple[str, ...] = ("alice", "bob", "carol")
) -> None:
    """Check that alice's page reads as recorded in each state, and that axe finds nothing on these pages."""

    def examine(one: Person, *, dark: bool = True) -> None:
        if one.player.name in checked:
            check(one, dark)

    clicks = cases(game).CLICKS
    alice, bob, carol = (Person(player(name, **STILL)) for name in ("alice", "bob", "carol"))
    bob.player.resize(390, 844)
    for one in (alice, bob):
        # Their review asks for an analysis by itself, which the tests of other games may have used up.
        one.player.forgive("/review")
    link = send(
        alice, f"/new/{game}", name="alice", side=GAMES[game].roles[0], visibility="link", **clicks.options
    )
    for one, heading in ((alice, "Send this link to your friend"), (bob, "alice invites you")):
        expect(one.player.open(link).get_by_role("heading", name=heading)).to_be_visible()
        expect(one.board.locator("[data-stop][role=button]").first).to_be_visible()
        examine(one, dark=False)
    send(bob, link + "/join", name="bob")
    expect(alice.told("Your turn")).to_be_visible()
    expect(alice.page.get_by_role("textbox", name="Type a move")).to_be_visible()
    expect(alice.page.get_by_text("here", exact=True)).to_have_count(2)
    main = alice.page.get_by_role("main")
    reads(main, f"{game}_at_its_start")
    examine(alice)
    expect(bob.told("Waiting for alice")).to_be_visible()
    examine(bob, dark=False)

    for stop in clicks.vain:
        alice.stop(stop).click()
    if clicks.vain:
        expect(alice.page.locator("#notice[data-refused]")).to_be_visible()
        examine(alice)
    for stop in clicks.move:
        alice.stop(stop).click()
    has_heard(alice, "Waiting for bob")
    expect(alice.page.locator("#notice[data-refused]")).to_be_hidden()
    reads(main, f"{game}_in_its_course")
    examine(alice, dark=False)
    expect(bob.told("Your turn")).to_be_visible()
    examine(bob)
    expect(carol.player.open(link).get_by_role("status").filter(has_text="bob's turn")).to_be_visible()
    examine(carol, dark=False)
    alice.button("First").click()
    alice.sees(0)
    examine(alice, dark=False)
    alice.button("Last").click()

    bob.resign()
    has_heard(alice, "You won: bob resigned")
    expect(alice.result).to_be_visible()
    reads(main, f"{game}_at_its_end")
    examine(alice)
    expect(bob.result).to_be_visible()
    examine(bob, dark=False)
