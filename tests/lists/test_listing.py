"""The search columns on the seats agree with the match itself."""

from __future__ import annotations

import pytest

from games_app.match.messages import Cancel
from games_app.match.terms import RealTime, Terms
from games_app.models import Seat
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import begun_match, guest, waiting_match
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)


def seat(match, role):
    return Seat.objects.get(match__public_id=match, role=role)


def test_a_waiting_match_is_its_makers_unfinished_one_and_in_nobody_elses_list():
    alice = guest("Älice  B.")
    made = seat(waiting_match("mancala", alice, "north"), "north")
    assert (made.unfinished, made.listed, made.listed_at) == (True, False, made.match.created_at)
    assert (made.folded, made.first, made.game, made.opponent_id) == ("aliceb", True, "mancala", None)


def test_a_match_that_has_begun_is_listed_with_both_players():
    table = begun_match("mancala", Terms(time=RealTime(5, 3)))
    north, south = seat(table.id, "north"), seat(table.id, "south")
    for one in (north, south):
        assert (one.listed, one.unfinished, one.listed_at) == (True, True, table.row.started_at)
        assert (one.time_control, one.how, one.plies, one.opening) == ("real", "", None, "")
    assert (north.opponent_id, north.opponent_folded) == (table.bob.pk, "bob")
    assert (south.opponent_id, south.opponent_folded, south.first) == (table.alice.pk, "alice", False)


def test_a_match_that_is_over_says_how_it_ended_how_long_it_was_and_how_it_began():
    table = begun_match("mancala")
    for role, action in (("north", "pick p8"), ("north", "pick p6"), ("south", "pick p2")):
        assert table.act(role, action).refusal is None
    assert seat(table.id, "north").opening == ""
    table.send(table.bob.pk, "resign")
    for one in (seat(table.id, "north"), seat(table.id, "south")):
        assert (one.unfinished, one.how, one.listed_at) == (False, "resignation", table.row.ended_at)
        assert (one.plies, one.opening) == (table.row.ply, "N 8, N 6, S 2")


def test_a_match_called_off_is_in_no_list():
    alice = guest("alice")
    match = waiting_match("mancala", alice, "north")
    writer.run([Command(Cancel(), match, alice.pk)])
    assert (seat(match, "north").unfinished, seat(match, "north").listed_at) == (False, None)


def test_a_match_closed_to_others_leaves_their_lists_and_comes_back_when_opened():
    table = begun_match("mancala")
    for who, listed in (("seats", False), ("public", True)):
        assert table.send(table.alice.pk, "open_to", who=who).refusal is None
        assert seat(table.id, "north").listed is listed


def test_moves_taken_back_are_no_opening():
    told = Told("checkers").play(
        [("black", "move 3 3 4 4"), ("red", "move 2 6 1 5"), ("black", "move 4 4 3 5")]
    )
    told.do("red", "offer", what="takeback")
    told.do("black", "accept", what="takeback", of=told.match.row.seq)
    assert [decision[2] for decision in told.match.row.opening] == ["move 3 3 4 4"]
    told.play([("red", "move 4 6 5 5"), ("black", "move 1 3 2 4")]).resigned().store()
    assert seat(told.id, "red").opening == "B c3-d4, R d6-e5, B a3-b4"
