"""Ratings in the matches of the HTTP API."""

from __future__ import annotations

import pytest

from games_app.models import Rating
from tests.api.test_api import ROOT, listed
from tests.rated import begun, lose, person

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_rated_match_has_the_ratings_of_then_and_their_changes(carol):
    alice, bob = person("alice"), person("bob")
    lose(bob, begun(alice, bob))
    second = begun(bob, alice)
    before = {one.player_id: round(one.rating) for one in Rating.objects.all()}

    def shown() -> dict:
        (line,) = [one for one in listed(carol.get(f"{ROOT}/matches")) if one["id"] == second]
        assert carol.get(f"{ROOT}/matches/{second}").json()["ratings"] == line["ratings"]
        return line["ratings"]

    running = shown()
    assert {role: one["rating"] for role, one in running.items()} == {
        "white": before[bob.pk],
        "black": before[alice.pk],
    }
    assert {one["change"] for one in running.values()} == {None}
    lose(bob, second)
    after = {one.player_id: round(one.rating) for one in Rating.objects.all()}
    assert {role: (one["rating"], one["change"]) for role, one in shown().items()} == {
        "white": (before[bob.pk], after[bob.pk] - before[bob.pk]),
        "black": (before[alice.pk], after[alice.pk] - before[alice.pk]),
    }


def test_a_page_of_matches_takes_no_more_queries_for_more_ratings(carol, django_assert_max_num_queries):
    alice, bob = person("alice"), person("bob")
    for _ in range(3):
        lose(bob, begun(alice, bob))
        begun(alice, bob)
    with django_assert_max_num_queries(9):
        assert len(listed(carol.get(f"{ROOT}/matches"))) == 6
