"""The ladder of a club: which games count, and how far friends raise one of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games_app.clubs import members
from games_app.clubs.ladder import (
    PAIR_A_DAY,
    PAIR_A_MONTH,
    Played,
    counted,
    ladder_of,
    played_in,
    standings,
)
from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.match.messages import Create, Join, MatchConfig, Resign
from games_app.match.terms import DEFAULT_TERMS
from games_app.models import Match, Player
from tests.cast import guest, new_cmd
from tests.clubs.club import Circle
from tests.rated import play_on, send

START = datetime(2026, 1, 1, tzinfo=UTC)


def thrown(games_a_day: int, days: int, throwers: int = 1) -> list[Played]:
    """Return games that player 1 wins against friends who lose on purpose."""
    return [
        Played("mancala", (1, 100 + friend), 1.0, START + timedelta(days=day, minutes=10 * number + friend))
        for day in range(days)
        for number in range(games_a_day)
        for friend in range(throwers)
    ]


def test_same_two_people_count_a_few_times_a_day_and_a_month():
    assert len(list(counted(thrown(20, 1)))) == PAIR_A_DAY
    assert len(list(counted(thrown(20, 30)))) == PAIR_A_MONTH


def test_friend_who_loses_on_purpose_all_day_raises_nobody_further_than_three_games_do():
    few, many = (standings(thrown(games, 1))["mancala"][0].points for games in (PAIR_A_DAY, 100))
    assert few == many < 1800


@pytest.mark.django_db(transaction=True)
class TestRecord:
    """Games of a club's members, as the record has them."""

    def test_game_of_two_members_counts_at_one_address_and_without_a_clock(self):
        circle = Circle("bob")
        match = self.play(circle.alice, circle.people["bob"])
        (game,) = played_in(circle.row)
        assert game.at == match.ended_at
        (first, second) = ladder_of(circle.row, circle.now.members)["mancala"]
        assert first.points > 1500 > second.points
        assert first.place is None

    def test_private_games_and_those_with_strangers_or_before_joining_do_not_count(self):
        circle = Circle("bob")
        carol = guest("carol")
        self.play(circle.alice, carol)
        circle.join("carol", carol)
        self.play(circle.alice, circle.people["bob"], visibility=Match.Visibility.SEATS)
        assert played_in(circle.row) == []

    def test_games_given_up_at_once_do_not_count(self):
        circle = Circle("bob")
        self.play(circle.alice, circle.people["bob"], decisions=1)
        assert played_in(circle.row) == []

    def test_defeat_stays_after_its_player_has_left_and_come_back(self):
        circle = Circle("bob")
        bob = circle.people["bob"]
        self.play(circle.alice, bob)
        members.leave(circle.id, bob.pk, clock.now())
        (before,) = played_in(circle.row)
        circle.join("bob", bob)
        assert played_in(circle.row) == [before]

    def test_game_begun_after_one_has_left_does_not_count(self):
        circle = Circle("bob")
        members.leave(circle.id, circle.people["bob"].pk, clock.now())
        self.play(circle.alice, circle.people["bob"])
        assert played_in(circle.row) == []

    def play(
        self, one: Player, other: Player, *, visibility: str = Match.Visibility.LINK, decisions: int = 5
    ) -> Match:
        """Let the second one resign after so many decisions."""
        config = MatchConfig("mancala", {}, get_game("mancala").roles[0], visibility, DEFAULT_TERMS)
        match = send(Create(config, one.name), "", one)
        send(Join(other.name), match, other)
        play_on(match, decisions)
        send(Resign(cmd=new_cmd()), match, other)
        return Match.objects.get(public_id=match)
