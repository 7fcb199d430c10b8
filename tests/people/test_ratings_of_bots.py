"""Rated matches with bots: ratings and a leaderboard of their own, which no owner raises alone."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from games_app.lists.challenges import listed_bots
from games_app.lists.match_ratings import ratings_at, why_uncounted
from games_app.match.match_state import load
from games_app.models import Player, Rating, UncountedMatch
from games_app.people import bots, ratings
from games_app.people.client_marks import Client
from tests.rated import begun, bot, lose, person

pytestmark = pytest.mark.django_db(transaction=True)

CLASSROOM = Client("203.0.113.7", "")


@pytest.fixture
def alice():
    return person("alice")


@pytest.fixture
def bob():
    return person("bob")


@pytest.fixture
def alices_bot(alice):
    return bot("alices_bot", alice)


def paces(player: Player) -> dict[str, int]:
    """Return the player's rating at each pace, in whole points."""
    return {one.pace: round(one.rating) for one in Rating.objects.filter(player=player)}


def test_a_match_with_a_bot_never_changes_a_persons_rating_among_people(alice, bob, alices_bot):
    lose(alice, begun(alice, bob))
    before = paces(bob)
    lose(bob, begun(bob, alices_bot))
    after = paces(bob)
    assert after.pop(bots.POOL) < 1500
    assert after == before
    assert list(paces(alices_bot)) == [bots.POOL]
    out = StringIO()
    call_command("ratings", stdout=out)
    assert "2 rated matches: every rating follows from them." in out.getvalue()


def test_bots_rate_each_other_in_the_same_ratings(bob, alices_bot):
    other = bot("bobs_bot", bob)
    lose(other, begun(alices_bot, other))
    assert paces(other)[bots.POOL] < 1500 < paces(alices_bot)[bots.POOL]


def test_the_page_shows_the_ratings_with_bots(bob, alices_bot):
    lose(bob, begun(bob, alices_bot))
    shown = ratings_at(load([match := begun(bob, alices_bot)])[match])
    assert shown["white"] == f"{paces(bob)[bots.POOL]}?"
    listed = listed_bots(timezone.now())[0]
    assert [rating for _game, rating in listed.strengths] == [f"{paces(alices_bot)[bots.POOL]}?"]


def test_an_owner_raises_no_bot_alone(alice, alices_bot):
    second = bot("second", alice)
    for one, other in ((alice, alices_bot), (second, alices_bot)):
        match = begun(one, other)
        lose(one, match)
        assert "one person owns both players" in why_uncounted(load([match])[match], one.pk)
    assert set(UncountedMatch.objects.values_list("why", flat=True)) == {"owner"}
    assert not Rating.objects.exists()


def test_the_bots_of_a_class_count_at_one_address(bob, alices_bot):
    other = bot("bobs_bot", bob)
    lose(other, begun(alices_bot, other, clients=(CLASSROOM, CLASSROOM)))
    assert not UncountedMatch.objects.exists()
    assert paces(other)[bots.POOL] < 1500


def test_only_bots_are_on_their_leaderboard(monkeypatch, bob, alices_bot):
    for player in (bob, alices_bot):
        for pace in ("blitz", bots.POOL):
            Rating.objects.create(
                player=player,
                game="morris",
                pace=pace,
                rating=1700,
                deviation=60,
                volatility=0.06,
                games=20,
                at=timezone.now(),
            )
    monkeypatch.setattr(ratings, "ENOUGH_OPPONENTS", 0)
    assert [one.player for one in ratings.leaders("morris", bots.POOL)] == [alices_bot]
    assert [one.player for one in ratings.leaders("morris", "blitz")] == [bob]
