"""A simul of a club: after each decision the next board that waits comes by itself, by keyboard too."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.accounts import account
from tests.browser.playing import Person
from tests.browser.reading import check
from tests.browser.shots import take

NAMES = ("bob", "carol", "dave")


def club(alice: Person, server_url: str) -> str:
    """Let alice make a club; return the link to it."""
    account(alice, server_url, "alice")
    alice.player.open("/clubs/new")
    alice.page.get_by_label("Name of the club").fill("Cafe")
    alice.page.get_by_role("button", name="Make the club").click()
    return alice.page.get_by_label("Link to the club").input_value()


def test_boards_of_a_simul_follow_one_another(player, server_url):
    alice, *others = (Person(player(name)) for name in ("alice", *NAMES))
    link = club(alice, server_url)
    for person, name in zip(others, NAMES, strict=True):
        person.player.open(link)
        person.page.get_by_label("Your name").fill(name)
        person.page.get_by_role("button", name="Join").click()
        expect(person.page.get_by_role("heading", name="Members")).to_be_visible()
    alice.page.get_by_role("link", name="Pair the members").click()
    alice.page.get_by_label("Simul: one plays against all others at once").check()
    alice.page.get_by_label("The one who plays against all moves first").check()
    for name in NAMES:
        alice.page.get_by_role("checkbox", name=re.compile(name)).check()
    expect(alice.page.get_by_label("Plays against all", exact=True)).to_have_value(re.compile("."))
    check(alice, dark=False)
    alice.page.get_by_role("button", name="Begin all games").click()
    expect(alice.page.get_by_text("3 still playing")).to_be_visible()
    alice.page.get_by_role("link", name="To your board").click()
    boards = alice.page.get_by_role("navigation", name="Your boards")
    expect(boards.get_by_text("3 boards wait for you")).to_be_visible()
    for person in others:
        expect(person.board).to_be_visible()
    seen = set()
    for waiting in (2, 1, 0):
        seen.add(alice.page.url)
        address = alice.page.url
        play_by_keys(alice)
        if waiting:
            expect(alice.page).not_to_have_url(address)
            word = "1 board waits for you" if waiting == 1 else f"{waiting} boards wait for you"
            expect(boards.get_by_text(word)).to_be_visible()
    assert len(seen) == len(NAMES)
    expect(boards.get_by_text("No board waits for you")).to_be_visible()
    for person in others:  # alice has one of the boards open
        expect(person.page.locator(".seat-presence[data-here=true]")).to_have_count(2)
    check(alice, dark=False)
    take(alice.page, "alice", "strip")
    others[0].resign()
    bobs = re.sub(r"[?#].*", "", others[0].page.url)
    expect(boards.get_by_role("link", name=re.compile("bob: .*won"))).to_be_visible()
    play_by_keys(others[2])
    daves = re.sub(r"[?#].*", "", others[2].page.url)
    expect(alice.page).to_have_url(daves)
    # A board that somebody comes to look at stays.
    boards.get_by_role("link", name=re.compile("bob")).click()
    expect(alice.page).to_have_url(bobs)
    expect(boards.get_by_text("1 board waits for you")).to_be_visible()
    alice.page.keyboard.press("g")
    expect(alice.page).to_have_url(daves)


def play_by_keys(person: Person) -> None:
    """Play the first possible move with the keyboard alone."""
    expect(person.page).to_have_title(re.compile("Your turn"))
    person.page.keyboard.press("b")
    person.page.keyboard.press("n")
    person.page.keyboard.press("Enter")
    expect(person.page).not_to_have_title(re.compile("Your turn"))
