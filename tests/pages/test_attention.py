"""Every page says in how many other matches it is the reader's move, and leads there."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache

from tests.pages.people import act, begun, make
from tests.pages.test_inviting import invite, over

pytestmark = pytest.mark.django_db(transaction=True)


def text(answer):
    cache.clear()
    return answer.content.decode()


def turns(person, path="/watch"):
    """Return the number in the head of the page; 0 without one."""
    cache.clear()
    found = re.search(
        r'class="turns".*?<b class="badge">(\d+)</b>', person.get(path).content.decode(), re.DOTALL
    )
    return int(found[1]) if found else 0


def test_the_number_is_that_of_other_matches_in_which_it_is_the_readers_move(alice, bob, carol):
    first, second = (begun(alice, bob, "checkers", side="black") for _ in range(2))
    begun(alice, bob, "checkers", side="red")
    make(alice, "checkers", side="both")
    make(alice, "checkers")
    assert (turns(alice), turns(bob), turns(carol)) == (2, 1, 0)
    assert turns(alice, first) == 1
    act(first, "black", "move 3 3 4 4")
    assert (turns(alice), turns(bob)) == (1, 2)
    assert turns(alice, second) == 0
    assert turns(alice, first) == 1


def test_the_link_leads_to_the_match_that_waits_longest_and_from_there_to_the_next(alice, bob):
    first, second = (begun(alice, bob, "checkers", side="black") for _ in range(2))
    assert alice.get("/next").headers["Location"] == first
    assert alice.get(f"/next?after={first.rsplit('/', 1)[1]}").headers["Location"] == second
    for match in (first, second):
        act(match, "black", "move 3 3 4 4")
    assert alice.get("/next").headers["Location"] == "/"


INVITED = re.compile(r'1\s*<span class="unseen">\s*invitation\s*</span>')


def test_invitations_are_counted_on_every_page(alice, bob):
    over(alice, bob)
    assert not INVITED.search(text(bob.get("/watch")))
    invite(alice, "bob")
    cache.clear()
    assert INVITED.search(text(bob.get("/watch")))
    assert not INVITED.search(text(alice.get("/watch")))


def news(person):
    return [(one["kind"], one["words"], one["address"]) for one in person.get("/news").json()["news"]]


def test_a_page_that_is_open_can_ask_what_waits(alice, bob, carol):
    played = over(alice, bob)
    match = begun(alice, bob, "checkers", side="black")
    invitation = invite(alice, "bob").headers["Location"]
    assert [words for _, words, _ in news(alice)] == ["Your turn: Pawn checkers against bob"]
    assert news(bob) == [
        ("invitations", "alice invites you: Nine Men's Morris", invitation),
        ("begun", "Your match has begun: Pawn checkers against alice", match),
    ]
    assert news(carol) == []
    act(match, "black", "move 3 3 4 4")
    assert news(alice) == []
    assert [address for _, _, address in news(bob)] == [invitation, match]
    assert played not in str(news(bob))
