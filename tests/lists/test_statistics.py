"""Statistics: what they count, and in which matches."""

from __future__ import annotations

import pytest
from django.core.cache import caches

from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.lists import statistics
from games_app.lists.statistics import Score
from tests.cast import begun_match, guest
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)

MANCALA = get_game("mancala")
PLAYED = (("north", "pick p8"), ("north", "pick p6"), ("south", "pick p2"))


@pytest.fixture(autouse=True)
def _nothing_kept():
    caches["default"].clear()


def resigned(loser, **how):
    told = Told("mancala", **how).play(PLAYED)
    told.do(loser, "resign")
    return told.store()


def of_game():
    return statistics.game_statistics(MANCALA, clock.now())


def test_a_game_is_counted_by_its_first_role():
    resigned("south"), resigned("south"), resigned("north")
    figures = of_game()
    assert figures.score == Score(won=2, drawn=0, lost=1)
    assert figures.ends == [("resignation", 3)]
    assert figures.openings == [("N 8, N 6, S 2", Score(2, 0, 1))]
    assert [(one.matches, one.least <= figures.middle <= one.most) for one in figures.lengths] == [(3, True)]


def test_running_aborted_and_private_matches_are_nobodys_result():
    resigned("south", visibility="link"), resigned("south", visibility="seats")
    begun_match("mancala")
    aborted = begun_match("mancala")
    aborted.send(aborted.alice.pk, "abort")
    figures = of_game()
    assert figures.score.total == 0
    assert (figures.ends, figures.lengths, figures.openings) == ([("aborted", 1)], [], [])


def test_a_person_is_counted_by_the_sides_that_they_had():
    alice, bob = guest("alice"), guest("bob")
    resigned("south", alice=alice, bob=bob), resigned("south", alice=bob, bob=alice)
    Told("checkers", alice=alice, bob=bob).resigned().store()
    figures = statistics.player_statistics(alice.pk, None, MANCALA, clock.now())
    assert figures.sides == {"north": Score(won=1), "south": Score(lost=1)}
    assert statistics.played(alice.pk, None) == {"mancala": Score(1, 0, 1), "checkers": Score(lost=1)}


def test_the_score_of_two_mirrors_and_counts_what_the_reader_may_find():
    alice, bob, carol = guest("alice"), guest("bob"), guest("carol")
    resigned("south", alice=alice, bob=bob), resigned("south", alice=alice, bob=bob, visibility="seats")
    resigned("north", alice=alice, bob=carol)
    for reader, won in ((None, 1), (carol.pk, 1), (alice.pk, 2), (bob.pk, 2)):
        assert statistics.statistics_between(alice.pk, bob.pk, reader).all == Score(won=won)
        assert statistics.statistics_between(bob.pk, alice.pk, reader).all == Score(lost=won)
    found = statistics.rivals(alice.pk, alice.pk)
    assert [(rival.player.name, rival.score) for rival in found] == [
        ("bob", Score(won=2)),
        ("carol", Score(lost=1)),
    ]


@pytest.mark.parametrize(
    ("lengths", "bins"),
    [
        ({}, []),
        ({60: 4}, [(60, 60, 4)]),
        ({3: 1, 15: 2}, [(2, 3, 1), (4, 5, 0), (6, 7, 0), (8, 9, 0), (10, 11, 0), (12, 13, 0), (14, 15, 2)]),
    ],
)
def test_lengths_come_in_round_steps_without_a_gap(lengths, bins):
    assert [(one.least, one.most, one.matches) for one in statistics._bins(lengths)] == bins
