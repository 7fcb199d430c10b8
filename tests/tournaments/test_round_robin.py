"""Everybody plays everybody: games that people owe one another, their matches, and leaving."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.lists.pairings import READY_FOR
from games_app.models import Match, Pairing, Sanction, Seat
from games_app.people import sanctions
from games_app.people.client_marks import NO_CLIENT
from games_app.record import use_cases
from games_app.tournaments import games, members
from games_app.tournaments.progress import advance_due, config_of
from games_app.tournaments.record import ENTRIES_LIMIT, Status, System
from tests.cast import guest
from tests.tournaments.hall import CLOCK, Hall, first_role, resign

pytestmark = pytest.mark.django_db(transaction=True)


def refusal(run, *args, **kwargs) -> str:
    with pytest.raises(Refused) as refused:
        run(*args, **kwargs)
    return refused.value.refusal.key


def test_everybody_owes_everybody_a_game_as_soon_as_they_join():
    hall = Hall(System.ROUND_ROBIN, 3)
    assert {frozenset(pair) for pair in hall.pairs()} == {
        frozenset({"alice", "bob"}),
        frozenset({"alice", "carol"}),
        frozenset({"bob", "carol"}),
    }
    hall.join("dave")
    assert sum("dave" in pair for pair in hall.pairs()) == 3


def test_second_games_have_the_sides_swapped():
    hall = Hall(System.ROUND_ROBIN, 3, games_each=2)
    assert sorted(hall.pairs(2)) == sorted((second, first) for first, second in hall.pairs(1))


def test_game_with_days_a_turn_begins_when_one_of_the_two_plays():
    hall = Hall(System.ROUND_ROBIN, 2)
    match = Match.objects.get(public_id=hall.play("bob", "alice"))
    pairing = hall.pairing("alice", "bob")
    assert match.status == Match.Status.PLAYING
    seats = dict(Seat.objects.filter(match=match).values_list("role", "name"))
    assert seats[first_role()] == hall.name(pairing.first_id)


def test_game_with_a_clock_begins_when_both_are_ready():
    hall = Hall(System.ROUND_ROBIN, 2, CLOCK)
    assert hall.play("bob", "alice") == ""
    assert hall.play("bob", "alice") == ""
    assert hall.play("alice", "bob")


def test_readiness_lasts_some_minutes():
    hall = Hall(System.ROUND_ROBIN, 2, CLOCK)
    pairing, now = hall.pairing("alice", "bob").pk, clock.now()
    games.play(hall.id, hall.people["bob"], pairing, now - READY_FOR - timedelta(seconds=1))
    games.play(hall.id, hall.alice, pairing, now)
    assert games.match_of(pairing) == ""


def test_game_at_one_screen_seats_both_names_there():
    hall = Hall(System.ROUND_ROBIN, 1)
    members.add(hall.id, hall.alice.pk, "grandma", clock.now())
    pairing = hall.pairing("alice", "grandma")
    assert refusal(games.play, hall.id, hall.alice, pairing.pk, clock.now()) == "pairing_without_device"
    games.play_at_one_screen(hall.id, hall.alice, pairing.pk, clock.now())
    seats = Seat.objects.filter(match__public_id=games.match_of(pairing.pk))
    assert set(seats.values_list("name", "player")) == {
        ("alice", hall.alice.pk),
        ("grandma", hall.alice.pk),
    }


def test_result_of_a_match_is_taken_over_once():
    hall = Hall(System.ROUND_ROBIN, 2)
    hall.win("bob", "alice")
    assert hall.outcome("alice", "bob") == ("bob", "match")
    version = hall.row.version
    advance_due([hall.id])
    assert hall.row.version == version


def test_match_that_a_moderator_ends_is_played_again():
    hall = Hall(System.ROUND_ROBIN, 2)
    first = hall.play("alice", "bob")
    use_cases.end_match(first)
    advance_due([hall.id])
    assert hall.outcome("alice", "bob") == ("", "")
    second = hall.play("alice", "bob")
    assert second not in ("", first)


def test_tournament_ends_when_all_is_played_and_nobody_else_can_join():
    hall = Hall(System.ROUND_ROBIN, 2)
    hall.win("bob", "alice")
    assert hall.row.status == Status.PLAYING
    members.close(hall.id, hall.alice.pk, closed=True)
    assert hall.row.status == Status.OVER


def test_leaving_early_takes_back_all_games_of_the_one_who_leaves():
    hall = Hall(System.ROUND_ROBIN, 4)
    hall.win("dave", "alice")
    members.leave(hall.id, hall.people["dave"].pk, clock.now())
    assert hall.now.entry_of(hall.people["dave"].pk).annulled
    assert hall.outcome("dave", "bob") == ("bob", "left")


def test_leaving_late_gives_the_missing_games_to_the_others():
    hall = Hall(System.ROUND_ROBIN, 3)
    hall.win("carol", "alice")
    members.leave(hall.id, hall.people["carol"].pk, clock.now())
    assert not hall.now.entry_of(hall.people["carol"].pk).annulled
    assert hall.outcome("carol", "bob") == ("bob", "left")


def test_running_match_of_somebody_who_leaves_still_counts():
    hall = Hall(System.ROUND_ROBIN, 2)
    match = hall.play("alice", "bob")
    members.leave(hall.id, hall.people["bob"].pk, clock.now())
    assert hall.outcome("alice", "bob") == ("", "")
    resign(match, hall.alice)
    advance_due([hall.id])
    assert hall.outcome("alice", "bob") == ("bob", "match")


def test_joining_twice_is_joining_once():
    hall = Hall(System.ROUND_ROBIN, 2)
    hall.join("bob")
    assert len(hall.now.entries) == 2


def test_name_that_looks_like_another_is_refused():
    hall = Hall(System.ROUND_ROBIN, 2)
    assert refusal(members.join, hall.id, guest("x"), "B0B", NO_CLIENT, clock.now()) == "name_in_tournament"


def test_returning_and_joining_a_closed_tournament_are_refused():
    hall = Hall(System.ROUND_ROBIN, 4)
    members.leave(hall.id, hall.people["bob"].pk, clock.now())
    members.remove(hall.id, hall.alice.pk, 3, clock.now())
    members.close(hall.id, hall.alice.pk, closed=True)
    hall.people["zoe"] = guest("zoe")
    assert refusal(hall.join, "bob") == "entry_left"
    assert refusal(hall.join, "carol") == "entry_removed"
    assert refusal(hall.join, "zoe") == "tournament_closed"


def test_tournament_holds_a_limited_number_of_people():
    hall = Hall(System.EVENING, 1, CLOCK, minutes=20)
    for number in range(2, ENTRIES_LIMIT + 1):
        members.add(hall.id, hall.alice.pk, f"{number:03}{chr(96 + number % 26)}", clock.now())
    hall.people["zoe"] = guest("zoe")
    assert refusal(hall.join, "zoe") == "tournament_full"


def test_maker_decides_a_game_that_nobody_plays():
    hall = Hall(System.ROUND_ROBIN, 2)
    pairing = hall.pairing("alice", "bob")
    games.settle(hall.id, hall.alice.pk, pairing.pk, Pairing.Outcome.FIRST, clock.now())
    assert hall.outcome("alice", "bob") == (hall.name(pairing.first_id), "maker")
    outcome = Pairing.Outcome.SECOND
    assert (
        refusal(games.settle, hall.id, hall.alice.pk, pairing.pk, outcome, clock.now()) == "pairing_decided"
    )


def test_guest_who_logs_in_keeps_their_place():
    hall = Hall(System.ROUND_ROBIN, 2)
    account = guest("robert")
    use_cases.bring_along(hall.people["bob"], account)
    assert hall.now.entry_of(account.pk)
    hall.people["bob"] = account
    assert hall.play("bob", "alice")


def test_player_who_withdraws_leaves_without_a_name():
    hall = Hall(System.ROUND_ROBIN, 3)
    use_cases.withdraw(hall.people["bob"])
    entry = hall.now.by_number[2]
    assert (entry.name, entry.left_at is not None) == ("Former player", True)


def test_tournament_of_a_maker_who_withdraws_is_over():
    hall = Hall(System.ROUND_ROBIN, 3)
    use_cases.withdraw(hall.alice)
    assert hall.row.status == Status.OVER


def test_form_sent_twice_makes_one_tournament():
    hall = Hall(System.ROUND_ROBIN, 1)
    row, plan = hall.row, members.Plan(System.ROUND_ROBIN)
    again = members.make(hall.alice, config_of(row), plan, "alice", row.cmd, clock.now())
    assert again.pk == row.pk


def test_game_of_somebody_who_is_barred_does_not_begin_and_says_so():
    hall = Hall(System.ROUND_ROBIN, 2)
    sanctions.impose(hall.people["bob"], Sanction.Kind.BAR, clock.now() + timedelta(days=1))
    pairing = hall.pairing("alice", "bob")
    assert refusal(games.play, hall.id, hall.alice, pairing.pk, clock.now()) == "pairing_not_begun"
    assert hall.pairing("alice", "bob").begun_at is None
