"""Wins that new accounts give by resigning: moderators see them, from any addresses."""

from __future__ import annotations

import pytest

from games_app.lib import clock
from games_app.models import Account, Player
from games_app.moderation.actions import Order, perform
from games_app.people import bots, given_wins
from games_app.people.client_marks import Client
from games_app.people.given_wins import ENOUGH, GivenWins
from tests.people.test_ratings_of_bots import bot
from tests.rated import begun, lose, person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def alice():
    return person("alice")


def client(number: int) -> Client:
    return Client(f"203.0.113.{number}", f"browser {number}")


def given(alice: Player, puppets: int, matches: int, decisions: int | None = None) -> None:
    """Let so many accounts at their own addresses lose so many matches to alice, one after another."""
    accounts = [person(f"puppet {Player.objects.count()}") for _ in range(puppets)]
    for number in range(matches):
        puppet = accounts[number % puppets]
        match = begun(alice, puppet, game="checkers", clients=(client(200), client(number % puppets)))
        lose(puppet, match, decisions=decisions)


def shown() -> list[GivenWins]:
    return list(given_wins.to_look_at(clock.now()))


def test_a_rapid_rise_by_resignations_of_new_accounts_is_shown(alice):
    given(alice, puppets=3, matches=ENOUGH - 1)
    assert shown() == []
    given(alice, puppets=4, matches=4)
    (one,) = shown()
    assert (one.winner, one.wins, one.accounts) == (alice, ENOUGH + 3, 7)
    (rise,) = one.rises
    assert (rise.game, rise.pace, rise.before) == ("checkers", "blitz", 1500)
    assert rise.now > 1800


def test_resignations_too_early_to_count_are_shown_too(alice):
    """The original trick: 12 moves, then the other accounts resign."""
    given(alice, puppets=2, matches=ENOUGH, decisions=6)
    (one,) = shown()
    assert (one.wins, one.rises) == (ENOUGH, [])


def test_accounts_at_one_address_are_not_shown_since_their_matches_do_not_count(alice):
    family = [person(name) for name in ("bob", "carol")]
    for number in range(ENOUGH + 1):
        other = family[number % 2]
        lose(other, begun(alice, other, game="checkers", clients=(client(1), client(1))))
    assert shown() == []


def test_wins_against_accounts_that_have_been_here_for_long_are_nothing_to_look_at(alice):
    given(alice, puppets=2, matches=ENOUGH)
    assert len(shown()) == 1
    Account.objects.exclude(player=alice).update(created_at=clock.now() - 2 * given_wins.NEW)
    assert shown() == []
    Account.objects.exclude(player=alice).delete()
    assert len(shown()) == 1, "an account that was closed meanwhile says nothing for its owner"


def test_checked_wins_come_back_with_the_next_one(alice):
    given(alice, puppets=2, matches=ENOUGH)
    perform(Order("check", alice.public_id, "real play"), "carol")
    assert shown() == []
    other = person("one more")
    lose(other, begun(alice, other, game="checkers"))
    assert [one.wins for one in shown()] == [ENOUGH + 1]


def test_a_rise_of_a_bot_by_other_bots_is_shown(alice):
    """Programs play fast: this takes seconds."""
    winner = bot("alices_bot", alice)
    for number in range(ENOUGH):
        puppet = bot(f"puppet {number}", person(f"owner {number}"))
        lose(puppet, begun(winner, puppet, game="checkers"))
    (one,) = shown()
    assert (one.winner, one.wins, one.rises[0].pace) == (winner, ENOUGH, bots.POOL)
    assert one.rises[0].now > 1700
