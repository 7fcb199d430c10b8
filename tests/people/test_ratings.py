"""Ratings: Glicko-2 as in its author's example, counted once with the match that earned them."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games_app.lib.glicko2 import Rating as Strength
from games_app.lib.glicko2 import after, aged
from games_app.lists import match_ratings
from games_app.match.match_state import load
from games_app.match.messages import NO_ID, Abort, Create, MatchConfig
from games_app.match.terms import Daily, RealTime, Terms
from games_app.models import Account, Match, Player, RatedResult, Rating
from games_app.people import ratings
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import guest
from tests.rated import RATED, begun, lose, person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def alice():
    return person("alice")


@pytest.fixture
def bob():
    return person("bob")


def rating(player: Player) -> int:
    found = Rating.objects.filter(player=player).first()
    return round(found.rating) if found else 0


def test_the_worked_example_of_the_paper():
    results = [(Strength(1400, 30), 1), (Strength(1550, 100), 0), (Strength(1700, 300), 0)]
    new = after(Strength(1500, 200, 0.06), results)
    assert (round(new.rating, 2), round(new.deviation, 2), round(new.volatility, 5)) == (
        1464.05,
        151.52,
        0.06,
    )


def test_idle_player_is_rated_with_less_certainty_but_never_less_than_a_newcomer():
    settled = Strength(1700, 50)
    assert aged(settled, 1).deviation > 50
    assert aged(settled, 1).rating == 1700
    assert aged(settled, 10**6).deviation == 350


def test_a_rated_match_changes_both_ratings_when_it_ends(alice, bob):
    match = begun(alice, bob)
    assert not Rating.objects.exists()
    lose(bob, match)
    assert (rating(alice), rating(bob)) == (1662, 1338)
    assert {one.score for one in RatedResult.objects.all()} == {0.0, 1.0}
    row = Match.objects.get(public_id=match)
    before, after = ratings.changes([row.pk])[row.pk, alice.pk]
    assert (before.rating, after.rating) == (1500.0, Rating.objects.get(player=alice).rating)


def told(match: str) -> dict[str, str]:
    return match_ratings.ratings_at(load([match])[match])


def test_the_page_of_a_rated_match_tells_both_ratings_and_then_what_the_match_changed(alice, bob):
    match = begun(alice, bob)
    assert told(match) == {"white": "1500?", "black": "1500?"}
    lose(bob, match)
    lose(alice, begun(bob, alice))
    assert told(match) == {"white": "1662? (+162)", "black": "1338? (−162)"}


def test_a_casual_match_and_an_aborted_one_change_nothing(alice, bob):
    lose(bob, begun(alice, bob, Terms(time=RealTime(5, 3))))
    match = begun(alice, bob)
    assert writer.ask(Command(Abort(NO_ID), match, alice.pk)).refusal is None
    assert not RatedResult.objects.exists()


def test_a_guest_makes_no_rated_match():
    config = MatchConfig("morris", {}, "white", Match.Visibility.PUBLIC, RATED)
    refused = writer.ask(Command(Create(config, "mallory"), "", guest("mallory").pk)).refusal
    assert refused
    assert refused.code == "rated_needs_account"


def test_mancala_is_rated_in_pairs_or_from_an_even_opening_alone(alice):
    for terms, possible in (
        (RATED, False),
        (Terms(hints=False, takebacks=False, time=Daily(3), rated=True, games=2), True),
        (Terms(hints=False, takebacks=False, time=Daily(3), rated=True, balanced=True), True),
    ):
        config = MatchConfig("mancala", {}, "north", Match.Visibility.PUBLIC, terms)
        refused = writer.ask(Command(Create(config, "alice"), "", alice.pk)).refusal
        assert (refused is None) == possible, terms


def test_games_and_paces_are_rated_apart(alice, bob):
    lose(bob, begun(alice, bob))
    lose(alice, begun(alice, bob, Terms(hints=False, takebacks=False, time=Daily(3), rated=True)))
    assert set(Rating.objects.values_list("player__name", "pace", "games")) == {
        ("alice", "blitz", 1),
        ("bob", "blitz", 1),
        ("alice", "daily", 1),
        ("bob", "daily", 1),
    }


@pytest.mark.parametrize(
    ("time", "pace"),
    [
        (RealTime(3, 2), "blitz"),
        (RealTime(5, 3), "blitz"),
        (RealTime(10, 5), "rapid"),
        (Daily(3), "daily"),
        (None, ""),
    ],
)
def test_the_pace_follows_from_the_time_of_forty_turns(time, pace):
    assert ratings.rated_pace(Terms(time=time)) == pace


def test_leaders_have_played_enough_against_enough_others(alice, monkeypatch):
    monkeypatch.setattr(ratings, "ENOUGH_OPPONENTS", 4)
    others = [person(f"player {n}") for n in range(ratings.ENOUGH_OPPONENTS)]
    for other in others[1:]:
        for loser in (alice, other, other) * 2:
            lose(loser, begun(alice, other))
    assert ratings.leaders("morris", "blitz") == []
    lose(others[0], begun(alice, others[0]))
    (first,) = ratings.leaders("morris", "blitz")
    assert first.player == alice
    Account.objects.filter(player=alice).delete()
    assert ratings.leaders("morris", "blitz") == []


def recompute() -> str:
    out = StringIO()
    call_command("ratings", stdout=out, stderr=out)
    return out.getvalue()


def test_ratings_can_be_computed_anew_from_the_matches_and_any_change_is_noticed(alice, bob):
    carol = person("carol")
    for loser, pair in ((bob, (alice, bob)), (carol, (alice, carol)), (alice, (bob, alice))):
        lose(loser, begun(*pair))
    assert "3 rated matches: every rating follows" in recompute()
    Rating.objects.filter(player=bob).update(rating=2500)
    with pytest.raises(CommandError, match="1 differences"):
        recompute()
