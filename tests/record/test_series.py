"""Several games count together: sides are swapped, the score continues, and an aborted game is repeated."""

from __future__ import annotations

import pytest

from games_app.lib import clock
from games_app.match.match_state import load
from games_app.match.terms import Terms
from games_app.match.visibility import snapshot
from tests.cast import Table, begun_match, guest, waiting_match
from tests.record.matches import last

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = Terms(games=4)


def told(table):
    return snapshot(table.now, (), [], clock.now()).match.series


def by_name(table):
    """Return the score by player."""
    return {table.now.seats[role].name: points for role, points in told(table).score.items()}


def next_game(table):
    """Let both be ready; return the match that begins."""
    for person in (table.alice, table.bob):
        assert table.send(person.pk, "rematch").refusal is None
        if table.row.successor:
            break
    return Table(table.row.successor, table.alice, table.bob)


def loses(table, person):
    table.send(person.pk, "resign")


def draws(table):
    table.send(table.alice.pk, "offer", what="draw")
    table.send(table.bob.pk, "offer", what="draw")


def test_a_single_game_is_no_series():
    assert told(begun_match("mancala")) is None


def test_the_score_runs_on_through_swapped_sides_until_the_last_game_and_then_begins_anew():
    table = begun_match("mancala", FOUR)
    assert (told(table).game, told(table).of, by_name(table)) == (1, 4, {"alice": 0, "bob": 0})
    loses(table, table.bob)
    assert by_name(table) == {"alice": 1, "bob": 0}
    ended = last(table)
    assert ended["series"] == {"id": table.id, "game": 1, "of": 4, "score": {"north": 1, "south": 0}}
    second = next_game(table)
    assert second.now.sitters == {"north": table.bob.pk, "south": table.alice.pk}
    assert (told(second).id, told(second).game, by_name(second)) == (table.id, 2, {"alice": 1, "bob": 0})
    draws(second)
    third = next_game(second)
    assert third.now.sitters == table.now.sitters
    assert by_name(third) == {"alice": 1.5, "bob": 0.5}
    loses(third, table.alice)
    fourth = next_game(third)
    loses(fourth, table.alice)
    assert (told(fourth).game, by_name(fourth)) == (4, {"alice": 1.5, "bob": 2.5})
    again = next_game(fourth)
    assert (told(again).id, told(again).game, by_name(again)) == (again.id, 1, {"alice": 0, "bob": 0})


def test_an_aborted_game_counts_nothing_and_is_played_again_on_the_same_sides():
    table = begun_match("mancala", FOUR)
    loses(table, table.bob)
    second = next_game(table)
    second.send(table.alice.pk, "abort")
    assert by_name(second) == {"alice": 1, "bob": 0}
    repeated = next_game(second)
    assert repeated.now.sitters == second.now.sitters
    assert (told(repeated).game, by_name(repeated)) == (2, {"alice": 1, "bob": 0})


def test_two_people_at_one_screen_play_a_series_too():
    alice = guest("alice")
    table = Table(waiting_match("mancala", alice, "both", FOUR), alice, alice)
    table.send(alice.pk, "resign")
    table.send(alice.pk, "rematch")
    following = load([table.row.successor])[table.row.successor]
    assert following.row.series == {"id": table.id, "game": 2, "score": {"north": 1, "south": 0}}
