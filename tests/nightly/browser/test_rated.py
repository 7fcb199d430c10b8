"""A rated match: both read each other's ratings beside the names, and at the end their changes."""

import secrets

import pytest
from playwright.sync_api import expect

from games_app.rules import get_game
from tests.browser.lobby import TURN, send
from tests.browser.playing import Person
from tests.browser.reading import check
from tests.faults.visitor import Visitor, cookie
from tests.played import Played, sample

PHONE = {"viewport": {"width": 390, "height": 844}}
ELSEWHERE = {"extra_http_headers": {"X-Forwarded-For": "203.0.113.10"}}
"""A browser that is not at alice's address: between people at one address no match counts."""
AT_ONCE = "Math.random = () => 0"
"""Watchers request the ratings at a random moment, since a crowd must not ask at once: here the first."""
RATED = {"rated": "yes", "time": "real", "minutes": "5", "increment": "3", "absence": "claim"}


def begun(alice: Person, bob: Person) -> str:
    """Begin a rated match of two players with accounts; black is alice's."""
    link, other = invited(alice, bob)
    send(bob, link + "/join", name=other)
    return link


def invited(alice: Person, bob: Person) -> tuple[str, str]:
    """Alice's invitation to a rated match, and the name of bob, who has an account too.

    Names of accounts are never free again.
    """
    names = [f"{name} {secrets.token_hex(4)}" for name in ("alice", "bob")]
    for person, name in zip((alice, bob), names, strict=True):
        send(person, "/account", name=name, password="correct horse battery")
    link = send(alice, "/new/checkers", name=names[0], side="black", visibility="public", **RATED)
    return link, names[1]


def visitor(person: Person, url: str) -> Visitor:
    """Return somebody whom the site takes for this person."""
    same = Visitor(url)
    for kept in person.page.context.cookies():
        same.cookies.set_cookie(cookie(kept["name"], kept["value"], url))
    return same


def test_the_ratings_stand_beside_the_names_and_change_when_the_match_ends(player, server_url):
    alice, bob, carol = (
        Person(player("alice")),
        Person(player("bob", **PHONE, **ELSEWHERE)),
        Person(player("carol")),
    )
    carol.player.alter().add_init_script(AT_ONCE)
    link = begun(alice, bob)
    for one in (alice, bob, carol):
        one.player.open(link)
        expect(one.page.locator(".seat-rating")).to_have_text(["1500?", "1500?"])
    expect(alice.told(TURN)).to_be_visible()
    match = Played(link.rsplit("/", 1)[1], "checkers", visitor(alice, server_url), visitor(bob, server_url))
    match.play(sample("checkers")[1][: 2 * get_game("checkers").least_decisions])
    bob.resign()
    won, lost = "1662? (+162)", "1338? (−162)"
    for one, far, near in ((alice, lost, won), (bob, won, lost), (carol, lost, won)):
        expect(one.page.locator("#seat-far .seat-rating")).to_have_text(far)
        expect(one.page.locator("#seat-near .seat-rating")).to_have_text(near)
        check(one)
    for width, height in ((320, 640), (740, 360), (667, 375)):
        alice.player.resize(width, height)
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


def test_a_match_that_is_given_up_at_once_says_that_it_does_not_count(player):
    alice, bob, carol = Person(player("alice")), Person(player("bob", **ELSEWHERE)), Person(player("carol"))
    carol.player.alter().add_init_script(AT_ONCE)
    link = begun(alice, bob)
    for one in (alice, carol):
        one.player.open(link)
    expect(alice.told(TURN)).to_be_visible()
    alice.resign()
    expect(alice.result).to_contain_text("it ended before both players had made 8 moves")
    expect(carol.result).to_contain_text("This match doesn't count for the ratings.")


@pytest.mark.nightly
def test_two_at_one_address_read_before_they_begin_that_their_match_does_not_count(player):
    alice, bob, carol = Person(player("alice")), Person(player("bob", **PHONE)), Person(player("carol"))
    link, other = invited(alice, bob)
    bob.player.open(link)
    notice = bob.page.get_by_text("the same internet address or browser")
    expect(notice.first).to_be_visible()
    check(bob)
    bob.page.get_by_label("Your name").fill(other)
    bob.press(bob.page.get_by_role("button", name="Play", exact=True))
    for one in (alice, bob, carol):
        one.player.open(link)
    for one in (alice, bob):
        prompt = (
            one.page.get_by_role("list", name="Offers and notices")
            .get_by_role("listitem")
            .filter(has_text="ratings")
        )
        expect(prompt).to_contain_text("This match doesn't count for the ratings: you both use the same")
        check(one)
        one.press(prompt.get_by_role("button", name="OK"))
        expect(prompt).to_have_count(0)
        one.page.reload()
        expect(one.page.locator(".seat-rating")).to_have_text(["1500?", "1500?"])
        expect(prompt).to_have_count(0)
    expect(carol.page.locator(".seat-rating")).to_have_text(["1500?", "1500?"])
    assert "internet address" not in carol.page.content()
