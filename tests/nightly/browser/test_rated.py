"""A rated match: both read each other's ratings beside the names, and at the end their changes."""

import secrets

from playwright.sync_api import expect

from games_app.games.rules import get_game
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
