"""A match of each game, from the first page to the review: alice sees it, bob hears it, carol watches.

Alice uses mouse or finger. Bob has keyboard and ears: the pictures are removed from his board, and he depends
on roles, names and the page's texts.
"""

import random
import re

import pytest
from playwright.sync_api import expect

from games_app.rules import GAMES
from tests.browser.listening import HEARING, Listener, recorded
from tests.browser.lobby import find_form, make, take_seat
from tests.browser.playing import Person, by_finger, play_on
from tests.browser.watching import as_recorded, decisions, lies, record, shows
from tests.games.cases import cases

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DARK = {"color_scheme": "dark"}
STILL = {"reduced_motion": "reduce"}
ABOVE = {"mancala", "morris", "checkers", "congkak"}
"""Games with a test of their own."""


@pytest.fixture
def motion():
    return "no-preference"


def test_a_short_match_is_seen_on_a_phone_and_heard_from_the_first_page_to_the_review(player):
    alice = Person(player("alice", **PHONE), by_finger)
    bob = Listener(player("bob", **HEARING))
    carol = Person(player("carol", **STILL))
    link = meet(alice, bob, carol, "mancala", side="South")
    play_on([alice, bob], random.Random(1), decisions=6)
    alice.pick("Offer a draw")
    bob.hears("alice offers a draw")
    bob.page.keyboard.press("o")
    bob.page.keyboard.press("Enter")
    expect(bob.result).to_be_visible()
    bob.hears_out()
    review(alice, bob, carol, link, "mancala")


@pytest.mark.nightly
def test_mancala_is_seen_and_heard_to_its_end(player):
    alice = Person(player("alice"))
    bob = Listener(player("bob", **HEARING))
    carol = Person(player("carol", **DARK))
    link = meet(alice, bob, carol, "mancala", side="South")
    play_and_review(alice, bob, carol, link, "mancala", seed=40)


@pytest.mark.nightly
def test_morris_is_seen_on_a_phone_and_heard_to_its_end(player):
    alice = Person(player("alice", **PHONE), by_finger)
    bob = Listener(player("bob", **HEARING))
    carol = Person(player("carol"))
    link = meet(alice, bob, carol, "morris", side="White")
    play_and_review(alice, bob, carol, link, "morris", seed=102)


@pytest.mark.nightly
def test_checkers_is_seen_and_heard_to_its_end(player):
    alice = Person(player("alice", **DARK))
    bob = Listener(player("bob", **HEARING))
    carol = Person(player("carol", **PHONE), by_finger)
    link = meet(alice, bob, carol, "checkers", side="Black")
    play_and_review(alice, bob, carol, link, "checkers", seed=66)


@pytest.mark.nightly
def test_congkak_is_seen_on_a_phone_and_heard_to_its_end(player):
    alice = Person(player("alice", **PHONE, **DARK), by_finger)
    bob = Listener(player("bob", **HEARING))
    carol = Person(player("carol", **STILL))
    choices = {"Length": "One round", "Who begins": "Both at once"}
    link = meet(alice, bob, carol, "congkak", side="South", choices=choices)
    play_and_review(alice, bob, carol, link, "congkak", seed=88)


@pytest.mark.nightly
@pytest.mark.parametrize("game", [slug for slug in GAMES if slug not in ABOVE])
def test_any_further_game_is_seen_and_heard_to_its_end(player, game):
    alice = Person(player("alice", **PHONE, **STILL), by_finger)
    bob = Listener(player("bob", **HEARING))
    carol = Person(player("carol", **DARK, **STILL))
    link = meet(alice, bob, carol, game, side=GAMES[game].roles[0].capitalize())
    play_and_review(alice, bob, carol, link, game, seed=1)


def meet(alice: Person, bob: Listener, carol: Person, game: str, **config) -> str:
    """Let alice make the match, bob press Play and carol watch; return the link."""
    find_form(alice, game)
    link = make(alice, game, **config)
    take_seat(bob, link)
    carol.player.open(link)
    for one in (alice, bob, carol):
        expect(one.page.locator("#watchers")).to_have_text(re.compile("1 person is watching|You're watching"))
    for one in (alice, carol):
        one.at_rest()
    bob.listen()
    return link


def play_and_review(alice: Person, bob: Listener, carol: Person, link: str, game: str, seed: int) -> None:
    """``seed`` leads to a match that is not longer than it must be."""
    play_on([alice, bob], random.Random(seed))
    review(alice, bob, carol, link, game)


def review(alice: Person, bob: Listener, carol: Person, link: str, game: str) -> None:
    """Check that all have seen and heard the match, and go through it once more."""
    events = record(carol, link)
    have_seen_the_result([alice, bob, carol], events[-1])
    has_heard_it_all(bob, game, events)
    bob.player.open(link)
    for one in (alice, bob, carol):
        shows(one, game, events[-1]["position"]["facts"])
    assert lies(alice) == lies(bob) == lies(carol)
    goes_through(alice if alice.press is by_finger else bob, link, game, events)


def has_heard_it_all(bob: Listener, game: str, events: list) -> None:
    """Check that each action, the winner and the final position were announced, once."""
    assert bob.told_of == recorded(game, decisions(events))
    headline = bob.result.get_by_role("heading").inner_text()
    assert [said for said in bob.heard if headline in said] == [bob.heard[-1]]
    lying = as_recorded(game, events[-1]["position"]["facts"])
    said, _ = bob.ask("p", "^(Your|.*yours)").split(headline)
    if cases(game).ON_POINTS:
        assert len(re.findall(r"\b[a-h]\d\b", said)) == len(lying), said
    else:
        stones = re.findall(r"(\d+)(?=[,;.])", said)
        assert sorted(map(int, stones)) == sorted(lying.values()), said


def have_seen_the_result(people: list[Person], last: dict) -> None:
    """Check that each person gets the winner, with the same score."""
    for one in people:
        expect(one.result).to_be_visible()
        expect(one.marked).to_have_count(0)
    winner = last["result"]["winner"]
    scores = {one.result.get_by_role("paragraph").first.inner_text() for one in people}
    assert len(scores) == 1
    headlines = [one.result.get_by_role("heading").inner_text() for one in people]
    if winner is None:
        assert headlines == ["A draw"] * 3
    else:
        assert sorted(headlines[:2]) in (["You won", "alice won"], ["You won", "bob won"])
        assert headlines[2] in headlines


def goes_through(one: Person, link: str, game: str, events: list) -> None:
    """Check first, forward, back and last, by buttons and keys; the address names the ply."""
    page, keys = one.page, one.page.keyboard
    moves = decisions(events)
    facts = {event["position"]["ply"]: event["position"]["facts"] for event in events if "position" in event}
    first, second, last = (moves[i]["position"]["ply"] for i in (0, 1, -1))
    goes_to(one, "First", 0)
    shows(one, game, facts[0])
    one.press(one.button("Forward"))
    one.sees(first)
    keys.press("ArrowRight")
    one.sees(second)
    shows(one, game, facts[second])
    one.press(one.button("Back"))
    one.sees(first)
    expect(page).to_have_url(f"{link}#{first}")
    keys.press("Shift+ArrowRight")
    one.sees(first + 1)
    keys.press("End")
    one.sees(last)
    keys.press("Home")
    one.sees(0)
    goes_to(one, "Last", last)
    shows(one, game, facts[last])
    page.goto(f"{link}#12")
    one.sees(12)
    one.player.reload()
    one.sees(12)
    expect(page).to_have_url(re.compile("#12$"))


def goes_to(one: Person, end: str, ply: int) -> None:
    """Step by the button, or by the slider if a phone has no room for both."""
    if one.button(end).is_visible():
        one.press(one.button(end))
    else:
        one.scrubber.fill(str(ply))
    one.sees(ply)
