"""*Play now* in rated matches: only accounts, rated with rated, and near in rating before far."""

from __future__ import annotations

import pytest

from games_app.games.catalogue import EVEN
from games_app.games.rules import GAMES
from games_app.lib import clock, glicko2
from games_app.match.messages import MatchConfig, PlayNow
from games_app.match.terms import CLOCK_PRESETS, rated_preset
from games_app.models import Account, Match, Rating
from games_app.people.ratings import rating_reach
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import guest

pytestmark = pytest.mark.django_db(transaction=True)


def config(preset="5+3", game="morris", *, is_rated=True):
    terms = rated_preset(CLOCK_PRESETS[preset], game) if is_rated else CLOCK_PRESETS[preset]
    options = {name: option.offered for name, option in GAMES[game].options.items()}
    return MatchConfig(game, options, "random", Match.Visibility.PUBLIC, terms, open_offer=True)


def member(name, strength=1500, pace="blitz"):
    """Return a player with an account and a rating in nine men's morris."""
    player = guest(name)
    Account.objects.create(player=player, name=name, created_at=clock.now())
    fresh = glicko2.Rating(strength, 80.0)
    Rating.objects.create(
        player=player,
        game="morris",
        pace=pace,
        rating=fresh.rating,
        deviation=fresh.deviation,
        volatility=fresh.volatility,
        at=clock.now(),
    )
    return player


def play(player, **how):
    return writer.run([Command(PlayNow(config(**how), player.name), "", player.pk)])[0]


def status(match):
    return Match.objects.get(public_id=match).status


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_of_every_game_can_be_rated(game):
    for preset in CLOCK_PRESETS:
        rated = config(preset, game)
        assert rated.problems() == []
        assert (rated.terms.rated, rated.terms.games, rated.terms.balanced) == (True, 1, game in EVEN)


def test_seeker_of_a_rated_match_is_paired_with_a_seeker_of_the_same(at):
    casual = play(guest("carol"), is_rated=False).match
    offer = play(member("alice")).match
    assert play(member("bob", 1600)).match == offer
    assert [status(casual), status(offer)] == ["waiting", "playing"]


@pytest.mark.parametrize("preset", ["5+3", "days"])
def test_far_players_wait_beside_each_other_until_they_have_waited_long_enough(at, preset):
    pace = "daily" if preset == "days" else "blitz"
    alice, bob = member("alice", 1500, pace), member("bob", 2000, pace)
    first, second = play(alice, preset=preset).match, play(bob, preset=preset).match
    assert first != second
    at(60)
    assert play(bob, preset=preset).match == second
    at(91)
    assert play(bob, preset=preset).match == first
    assert [status(first), status(second)] == ["playing", "expired"]


def test_a_newcomer_takes_a_far_offer_that_has_waited_and_before_it_a_near_one(at):
    far = play(member("alice", 1000)).match
    near = play(member("carol", 1450)).match
    assert play(member("bob")).match == near
    at(120)
    assert play(member("mallory")).match == far


def test_the_distance_widens_with_the_wait():
    minute = clock.moment(60_000) - clock.moment(0)
    assert [rating_reach(minutes * minute) for minutes in (0, 1, 2.5)] == [200, 400, 700]
