"""A rated match: both read each other's ratings beside the names, and at its end what it changed."""

import random
import secrets

from playwright.sync_api import expect

from tests.browser.lobby import TURN, send
from tests.browser.playing import Person, play_on
from tests.browser.reading import check

PHONE = {"viewport": {"width": 390, "height": 844}}
AT_ONCE = "Math.random = () => 0"
"""Who watches asks for the ratings at some moment, since a crowd must not ask at once: here the first one."""
RATED = {"rated": "yes", "time": "real", "minutes": "5", "increment": "3", "absence": "claim"}


def begun(alice: Person, bob: Person) -> str:
    """A rated match of two with accounts; black is alice's. Names of accounts are never free again."""
    names = [f"{name} {secrets.token_hex(4)}" for name in ("alice", "bob")]
    for person, name in zip((alice, bob), names, strict=True):
        send(person, "/account", name=name, password="correct horse battery")
    link = send(alice, "/new/checkers", name=names[0], side="black", visibility="public", **RATED)
    send(bob, link + "/join", name=names[1])
    return link


def test_the_ratings_stand_beside_the_names_and_change_when_the_match_ends(player):
    alice, bob, carol = Person(player("alice")), Person(player("bob", **PHONE)), Person(player("carol"))
    carol.player.alter().add_init_script(AT_ONCE)
    link = begun(alice, bob)
    for one in (alice, bob, carol):
        one.player.open(link)
        expect(one.page.locator(".seat-rating")).to_have_text(["1500?", "1500?"])
    expect(alice.told(TURN)).to_be_visible()
    play_on([alice, bob], random.Random(1), decisions=10)
    bob.resign()
    won, lost = "1662? (+162)", "1338? (−162)"
    for one, far, near in ((alice, lost, won), (bob, won, lost), (carol, lost, won)):
        expect(one.page.locator("#seat-far .seat-rating")).to_have_text(far)
        expect(one.page.locator("#seat-near .seat-rating")).to_have_text(near)
        check(one)
    for width, height in ((320, 640), (740, 360), (667, 375)):
        alice.page.set_viewport_size({"width": width, "height": height})
        assert alice.page.evaluate("document.documentElement.scrollWidth") <= width
    expect(alice.result).to_contain_text(f"Your rating: {won}")
    expect(bob.result).to_contain_text(f"Your rating: {lost}")
    carol.page.reload()
    expect(carol.page.locator("#seat-near .seat-rating")).to_have_text(won)
    expect(carol.result).not_to_contain_text("rating")


def test_a_rated_match_is_asked_for_without_the_terms_that_it_never_has(alice):
    send(Person(alice), "/account", name=f"alice {secrets.token_hex(4)}", password="correct horse battery")
    page = alice.open("/new/checkers?to=anybody")
    usual = [page.get_by_role("group", name=name) for name in ("Hints", "Taking a move back")]
    for group in usual:
        expect(group).to_be_visible()
    page.get_by_text("Yes: the result changes both ratings").click()
    for group in usual:
        expect(group).to_be_hidden()


def test_a_match_that_is_given_up_at_once_says_that_it_does_not_count(alice, bob):
    alice, bob = Person(alice), Person(bob)
    alice.player.open(begun(alice, bob))
    expect(alice.told(TURN)).to_be_visible()
    alice.resign()
    expect(alice.result).to_contain_text("This match doesn't count for the ratings.")
