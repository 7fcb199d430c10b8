"""A whole match of each game in three browsers, from the first page to the review.

Everything is done by what the pages mark and offer, with mouse, finger or keys.
"""

import random
import re

from playwright.sync_api import expect

from tests.browser.keys import by_keys
from tests.browser.lobby import make, take_seat
from tests.browser.playing import Person, by_finger, play_on
from tests.browser.watching import decisions, lies, record, shows

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DARK = {"color_scheme": "dark"}
STILL = {"reduced_motion": "reduce"}


def test_mancala_is_played_with_keys_against_the_mouse_and_gone_through_again(player):
    alice = Person(player("alice"))
    bob = Person(player("bob", **DARK), by_keys)
    carol = Person(player("carol"))
    link = meet(alice, bob, carol, "mancala", side="South")
    play_and_review([alice, bob, carol], link, "mancala", seed=40)


def test_morris_is_played_on_a_phone_and_gone_through_again(player):
    alice = Person(player("alice", **PHONE), by_finger)
    bob = Person(player("bob", **STILL))
    carol = Person(player("carol"))
    link = meet(alice, bob, carol, "morris", side="White")
    play_and_review([alice, bob, carol], link, "morris", seed=102)


def test_checkers_is_played_with_the_mouse_against_keys_and_gone_through_again(player):
    alice = Person(player("alice", **DARK))
    bob = Person(player("bob", **STILL), by_keys)
    carol = Person(player("carol", **PHONE), by_finger)
    link = meet(alice, bob, carol, "checkers", side="Black")
    play_and_review([alice, bob, carol], link, "checkers", seed=66)


def test_congkak_over_three_rounds_is_played_on_a_phone_and_gone_through_again(player):
    alice = Person(player("alice"))
    bob = Person(player("bob", **PHONE, **DARK), by_finger)
    carol = Person(player("carol", **STILL))
    link = meet(
        alice,
        bob,
        carol,
        "congkak",
        side="South",
        choices={"Length": "3 rounds", "Who begins": "Both at once"},
    )
    play_and_review([alice, bob, carol], link, "congkak", seed=88)


def meet(alice: Person, bob: Person, carol: Person, game: str, **wish) -> str:
    """Alice makes the match, bob presses Play, carol watches; the link."""
    link = make(alice, game, **wish)
    take_seat(bob, link)
    carol.player.open(link)
    for one in (alice, bob, carol):
        expect(one.page.get_by_text("1 watching")).to_be_visible()
        one.at_rest()
    return link


def play_and_review(people: list[Person], link: str, game: str, seed: int) -> None:
    """``seed`` leads to a match that is not longer than it must be."""
    alice, bob, carol = people
    play_on([alice, bob], random.Random(seed))
    events = record(carol, link)
    have_seen_the_result(people, events[-1])
    for one in people:
        shows(one, game, events[-1]["position"]["facts"])
    assert lies(alice) == lies(bob) == lies(carol)
    for one in people:
        goes_through(one, link, game, events)
    assert lies(alice) == lies(bob) == lies(carol)


def have_seen_the_result(people: list[Person], last: dict) -> None:
    """Each is told who won, with the same score."""
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
    """First, forward, back and last, by buttons and keys; the address names the ply and leads back to it."""
    page, keys = one.page, one.page.keyboard
    moves = decisions(events)
    facts = {event["position"]["ply"]: event["position"]["facts"] for event in events if "position" in event}
    first, second, last = (moves[i]["position"]["ply"] for i in (0, 1, -1))
    one.press(one.button("First"))
    one.sees(0)
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
    one.press(one.button("Last"))
    one.sees(last)
    shows(one, game, facts[last])
    page.goto(f"{link}#12")
    one.sees(12)
    page.reload()
    one.sees(12)
    expect(page).to_have_url(re.compile("#12$"))
