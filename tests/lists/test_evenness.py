"""The even game that a form proposes to two people, and what it is derived from."""

from __future__ import annotations

import pytest

from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.lists.evenness import proposal
from games_app.match.terms import Handicap, Terms
from games_app.models import Rating
from tests.cast import Table, begun_match, guest

pytestmark = pytest.mark.django_db(transaction=True)

MANCALA = get_game("mancala")


@pytest.fixture
def two() -> Table:
    """Return alice and bob at a match that goes on."""
    return begun_match("mancala")


def rated(player, points, deviation=60.0, pace="rapid"):
    Rating.objects.create(
        player=player, game="mancala", pace=pace, rating=points, deviation=deviation, volatility=0.06,
        at=clock.now(),
    )  # fmt: skip


def lose(table: Table, person, times: int, terms: Terms | None = None) -> None:
    """Let the person lose so many matches, one after the other."""
    for _ in range(times):
        table.send(person.pk, "resign")
        for each in (table.alice, table.bob):
            table.send(each.pk, "rematch")
        table.id = table.row.successor


def test_ratings_propose_a_head_start_for_the_weaker_player(two):
    rated(two.alice, 1500)
    rated(two.bob, 1620)
    alices, bobs = (
        proposal(me, other, MANCALA) for me, other in ((two.alice, two.bob), (two.bob, two.alice))
    )
    assert alices.terms == bobs.terms
    assert alices.terms.head_start
    assert (alices.is_mine, bobs.is_mine) == (True, False)
    assert alices.source == "Your rating is 1500, and bob has 1620."
    assert "If alice begins with" in bobs.sentences[0]
    assert "instead of 67 %" in bobs.sentences[0]
    assert "That is proved." in bobs.sentences[1]


def test_the_pace_at_which_both_are_known_best_counts(two):
    for player, blitz, rapid in ((two.alice, 1500, 1500), (two.bob, 1500, 1900)):
        rated(player, blitz, 140.0, "blitz")
        rated(player, rapid, 70.0)
    assert proposal(two.alice, two.bob, MANCALA).source.endswith("bob has 1900.")


def test_uncertain_ratings_propose_nothing(two):
    rated(two.alice, 1500, 300.0)
    rated(two.bob, 1800)
    assert proposal(two.alice, two.bob, MANCALA) is None


def test_without_ratings_the_games_of_the_two_decide(two):
    lose(two, two.alice, 2)
    assert proposal(two.alice, two.bob, MANCALA) is None
    lose(two, two.alice, 3)
    lose(two, two.bob, 1)
    made = proposal(two.alice, two.bob, MANCALA)
    assert made.source == "In your last 6 games with bob you scored 1."
    assert made.is_mine
    assert proposal(two.bob, two.alice, MANCALA).source == "In your last 6 games with alice you scored 5."


def test_games_with_a_handicap_do_not_count():
    table = begun_match("mancala", Terms(handicap=Handicap("south", 2)))
    lose(table, table.alice, 4)
    assert proposal(table.alice, table.bob, MANCALA) is None


def test_equal_players_need_no_handicap(two):
    for player in (two.alice, two.bob):
        rated(player, 1500)
    made = proposal(two.alice, two.bob, MANCALA)
    assert not made.terms.head_start
    assert made.sentences[0] == "You can expect 50 % of the points, so no handicap is needed."


def test_strangers_get_no_proposal():
    assert proposal(guest("alice"), guest("carol"), MANCALA) is None
