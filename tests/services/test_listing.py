"""The search columns on the seats agree with the match itself."""

from __future__ import annotations

import pytest

from games_app.models import Ply, Seat
from games_app.rules import get_game
from games_app.services.commands.messages import Cancel
from games_app.services.commands.registry import Command
from games_app.services.state.search_columns import variant, variants
from games_app.services.state.terms import RealTime, Terms
from games_app.store.writer import writer
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


def test_what_was_taken_back_is_no_opening():
    told = Told("checkers").play(
        [("black", "move 3 3 4 4"), ("red", "move 2 6 1 5"), ("black", "move 4 4 3 5")]
    )
    told.do("red", "offer", what="takeback")
    told.do("black", "accept", what="takeback", of=told.match.row.seq)
    assert [decision[2] for decision in told.match.row.opening] == ["move 3 3 4 4"]
    told.play([("red", "move 4 6 5 5"), ("black", "move 1 3 2 4")]).resigned().store()
    assert seat(told.id, "red").opening == "B c3-d4, R d6-e5, B a3-b4"


def test_of_two_sealed_choices_the_first_roles_comes_first_whoever_was_quicker():
    openings = set()
    for order in (("south", "north"), ("north", "south")):
        told = Told("congkak", rounds="1", opening="simultaneous", sowing="auto")
        told.play((role, {"south": "scoop 1", "north": "scoop 9"}[role]) for role in order)
        assert seat(told.id, "south").opening == ""
        mover = told.match.state.to_move[0]
        told.act(mover, told.match.state.legal_actions(mover)[0])
        told.resigned().store()
        openings.add(seat(told.id, "south").opening)
    assert len(openings) == 1
    assert next(iter(openings)).startswith("S 1, N 9, ")


def test_where_shells_are_sown_by_hand_the_decisions_are_the_houses_taken_up():
    told = Told("congkak", rounds="1", opening="south", sowing="hand").play_on(1)
    told.store()
    played = Ply.objects.filter(match__public_id=told.id).order_by("number")
    scoops = [move for move in played if move.action.startswith("scoop")]
    taken = ", ".join(f"{move.role[0].upper()} {move.action.split()[1]}" for move in scoops[:3])
    assert seat(told.id, "south").opening == taken


def test_a_variant_is_found_by_any_of_its_options():
    congkak = get_game("congkak")
    chosen = congkak.checked_options({"rounds": "3"})
    assert variant(congkak, chosen) in set(variants(congkak, {"rounds": "3"}))
    assert variant(congkak, chosen) not in set(variants(congkak, {"rounds": "1"}))
    assert list(variants(get_game("morris"), {})) == [""]
