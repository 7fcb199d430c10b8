"""Deserted matches without a clock: after a week either player may end them, without a winner."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.lib import clock
from games_app.people import presence
from games_app.people.presence import Here
from tests.cast import begun_match, site_is_up
from tests.record.matches import refused

pytestmark = pytest.mark.django_db(transaction=True)

DAY = 24 * 3600
WEEK = 7 * DAY


@pytest.fixture
def table():
    """North, alice, has moved, and it is her turn again by mancala's rules."""
    return begun_match("checkers")


def sweep_at(at, seconds):
    at(seconds)
    site_is_up()
    presence.sweep(clock.now())


def visits(table, player, role):
    here = Here(table.id, str(player.pk), "", (role,), timedelta())
    presence.renew("one", [here], clock.now())


@pytest.mark.parametrize("who", ["alice", "bob"])
def test_after_a_week_without_a_move_either_player_ends_it_without_a_winner(at, table, who):
    person = getattr(table, who).pk
    sweep_at(at, WEEK - 60)
    assert refused(table.send(person, "abandon")) == "not_deserted"
    sweep_at(at, WEEK + 60)
    assert refused(table.send(person, "abandon")) is None
    assert (table.row.status, table.row.how, table.row.winner) == ("over", "aborted", "")
    assert {seat.outcome for seat in table.now.seats.values()} == {""}


def test_a_move_begins_the_week_again(at, table):
    at(5 * DAY)
    table.act("black", "move 3 3 4 4")
    sweep_at(at, WEEK + 60)
    assert refused(table.send(table.bob.pk, "abandon")) == "not_deserted"
    sweep_at(at, 5 * DAY + WEEK + 60)
    assert refused(table.send(table.bob.pk, "abandon")) is None


def test_match_goes_on_while_the_player_to_move_comes_by_and_thinks(at, table):
    at(3 * DAY)
    visits(table, table.alice, "black")
    sweep_at(at, WEEK + 60)
    assert refused(table.send(table.bob.pk, "abandon")) == "not_deserted"
    sweep_at(at, 3 * DAY + WEEK + 60)
    assert refused(table.send(table.bob.pk, "abandon")) is None


def test_waiting_opponent_keeps_nobody_in_the_match(at, table):
    at(6 * DAY)
    visits(table, table.bob, "red")
    sweep_at(at, WEEK + 60)
    assert refused(table.send(table.bob.pk, "abandon")) is None
