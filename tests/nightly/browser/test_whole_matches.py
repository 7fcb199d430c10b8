"""A match of each game, from the first page to the review: alice sees it, bob hears it, carol watches.

Alice uses mouse or finger. Bob has keyboard and ears: the pictures are removed from his board, and he depends
on roles, names and the page's texts.
"""

import pytest

from games_app.games.rules import GAMES
from tests.browser.listening import HEARING, Listener
from tests.browser.playing import Person, by_finger
from tests.browser.whole_matches import meet, play_and_review

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DARK = {"color_scheme": "dark"}
STILL = {"reduced_motion": "reduce"}
ABOVE = {"mancala", "morris", "checkers", "congkak"}
"""Games with a test of their own."""


@pytest.fixture
def motion():
    return "no-preference"


def test_morris_is_seen_on_a_phone_and_heard_to_its_end(player):
    alice = Person(player("alice", **PHONE), by_finger)
    bob = Listener(player("bob", **HEARING))
    carol = Person(player("carol"))
    link = meet(alice, bob, carol, "morris", side="White")
    play_and_review(alice, bob, carol, link, "morris", seed=102)


def test_checkers_is_seen_and_heard_to_its_end(player):
    alice = Person(player("alice", **DARK))
    bob = Listener(player("bob", **HEARING))
    carol = Person(player("carol", **PHONE), by_finger)
    link = meet(alice, bob, carol, "checkers", side="Black")
    play_and_review(alice, bob, carol, link, "checkers", seed=66)


def test_congkak_is_seen_on_a_phone_and_heard_to_its_end(player):
    alice = Person(player("alice", **PHONE, **DARK), by_finger)
    bob = Listener(player("bob", **HEARING))
    carol = Person(player("carol", **STILL))
    choices = {"Length": "One round", "Who begins": "Both at once"}
    link = meet(alice, bob, carol, "congkak", side="South", choices=choices)
    play_and_review(alice, bob, carol, link, "congkak", seed=88)


@pytest.mark.parametrize("game", [slug for slug in GAMES if slug not in ABOVE])
def test_any_further_game_is_seen_and_heard_to_its_end(player, game):
    alice = Person(player("alice", **PHONE, **STILL), by_finger)
    bob = Listener(player("bob", **HEARING))
    carol = Person(player("carol", **DARK, **STILL))
    link = meet(alice, bob, carol, game, side=GAMES[game].roles[0].capitalize())
    play_and_review(alice, bob, carol, link, game, seed=1)
