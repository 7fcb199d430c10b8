"""Games that do not begin in time: the terms that everybody reads, and their results."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.record import use_cases
from games_app.tournaments import games, members
from games_app.tournaments.forms import DAY, TournamentForm
from games_app.tournaments.progress import advance_due
from games_app.tournaments.record import Status, System
from games_app.tournaments.room import ROOM
from games_app.tournaments.verify import all_differences
from tests.cast import guest
from tests.tournaments.hall import CLOCK, DAYS, Hall, resign
from tests.tournaments.test_pages import body, browser

pytestmark = pytest.mark.django_db(transaction=True)

QUARTER = 15
LATE = QUARTER * 60 + 1
"""Seconds after which a game of a quarter of an hour is overdue."""


def swiss(people: int = 4, **plan) -> Hall:
    hall = Hall(System.SWISS, people, CLOCK, rounds=3, begin_within=QUARTER, **plan)
    hall.start()
    return hall


def knockout(people: int = 4) -> Hall:
    hall = Hall(System.KNOCKOUT, people, CLOCK, begin_within=QUARTER)
    hall.start()
    return hall


def test_whoever_was_there_alone_wins_when_the_time_is_over(at):
    hall = swiss()
    one, other = hall.pairs()[0]
    hall.play(one, other)
    at(LATE)
    advance_due([hall.id])
    assert hall.outcome(one, other) == (one, "absent")


def test_game_of_a_swiss_without_either_counts_for_nobody_and_the_next_round_begins(at):
    hall = swiss()
    pairs = hall.pairs()
    at(LATE)
    advance_due([hall.id])
    assert {hall.outcome(*pair) for pair in pairs} == {("none", "absent")}
    assert hall.row.round == 2
    assert all(pairing.begin_by > clock.now() for pairing in hall.now.of_round(2))


def test_game_of_a_swiss_is_a_draw_if_both_were_there_at_different_times(at):
    hall = swiss(2)
    ((one, other),) = hall.pairs()
    hall.play(one, other)
    at(6 * 60)
    assert hall.play(other, one) == ""
    at(LATE)
    advance_due([hall.id])
    assert hall.outcome(one, other) == ("draw", "absent")


def test_knockout_goes_on_with_the_one_who_was_there(at):
    hall = knockout()
    first, second = hall.pairs()
    hall.play(first[1], first[0])
    hall.play(second[0], second[1])
    at(LATE)
    advance_due([hall.id])
    assert set(hall.pairs(2)[0]) == {first[1], second[0]}


def test_both_are_out_of_a_knockout_if_neither_was_there(at):
    hall = knockout()
    first, second = hall.pairs()
    hall.play(first[0], first[1])
    at(LATE)
    advance_due([hall.id])
    assert hall.outcome(*second) == ("none", "absent")
    assert hall.row.status == Status.OVER
    page = body(Client().get(reverse("tournament", args=[hall.id])))
    assert f"<bdi>{first[0]}</bdi> has won this tournament" in page


def test_lot_decides_in_a_knockout_if_both_were_there_at_different_times(at):
    hall = knockout(2)
    ((one, other),) = hall.pairs()
    hall.play(one, other)
    at(6 * 60)
    hall.play(other, one)
    at(LATE)
    advance_due([hall.id])
    winner, by = hall.outcome(one, other)
    assert winner in (one, other)
    assert by == "lot"
    assert hall.row.status == Status.OVER


def test_game_that_has_begun_in_time_is_played_on(at):
    hall = swiss(2)
    ((one, other),) = hall.pairs()
    at(LATE - 20)
    hall.play(one, other)
    match = hall.play(other, one)
    at(LATE)
    advance_due([hall.id])
    assert hall.outcome(one, other) == ("", "")
    resign(match, hall.people[other])
    advance_due([hall.id])
    assert hall.outcome(one, other) == (one, "match")


def test_overdue_game_can_not_begin_before_somebody_has_noticed(at):
    hall = swiss(2)
    ((one, other),) = hall.pairs()
    hall.play(one, other)
    at(LATE)
    with pytest.raises(Refused, match="has a result"):
        hall.play(other, one)


def test_game_of_somebody_without_a_device_may_wait(at):
    hall = Hall(System.KNOCKOUT, 1, CLOCK, begin_within=QUARTER)
    members.add(hall.id, hall.alice.pk, "grandma", clock.now())
    hall.start()
    at(LATE)
    advance_due([hall.id])
    assert hall.outcome("alice", "grandma") == ("", "")


def test_games_that_begin_by_themselves_have_no_limit(at):
    hall = Hall(System.SWISS, 2, DAYS, rounds=1, begin_within=QUARTER)
    hall.start()
    at(LATE)
    advance_due([hall.id])
    assert hall.row.status == Status.PLAYING
    assert hall.now.pairings[0].begin_by is None


def test_match_that_is_played_again_gets_its_time_again(at):
    hall = swiss(2)
    ((one, other),) = hall.pairs()
    hall.play(one, other)
    match = hall.play(other, one)
    at(LATE)
    use_cases.end_match(match)
    advance_due([hall.id])
    pairing = hall.pairing(one, other)
    assert (pairing.outcome, pairing.first_ready_at) == ("", None)
    assert pairing.begin_by > clock.now()


def test_round_robin_ends_after_its_last_day_and_what_has_not_begun_counts_for_nobody(at):
    hall = Hall(System.ROUND_ROBIN, 3, DAYS, begin_within=DAY)
    hall.win("alice", "bob")
    match = hall.play("alice", "carol")
    at(DAY * 60 + 1)
    advance_due([hall.id])
    assert hall.outcome("bob", "carol") == ("none", "absent")
    assert (hall.row.status, hall.row.closed) == (Status.PLAYING, True)
    version = hall.row.version
    advance_due([hall.id])
    assert hall.row.version == version
    resign(match, hall.alice)
    advance_due([hall.id])
    assert hall.row.status == Status.OVER


def test_one_press_beside_every_name_wins_nothing_in_a_round_robin(at):
    hall = Hall(System.ROUND_ROBIN, 3, CLOCK, begin_within=DAY)
    hall.play("bob", "alice")
    hall.play("bob", "carol")
    at(DAY * 60 + 1)
    advance_due([hall.id])
    assert {p.outcome for p in hall.now.pairings} == {"none"}
    assert hall.row.status == Status.OVER


def test_nobody_joins_a_round_robin_after_its_last_day_even_if_its_maker_opens_it(at):
    hall = Hall(System.ROUND_ROBIN, 1, DAYS, begin_within=DAY)
    hall.people["zoe"] = guest("zoe")
    at(DAY * 60 + 1)
    with pytest.raises(Refused):
        hall.join("zoe")
    advance_due([hall.id])
    assert hall.row.status == Status.OVER


def test_ticker_decides_overdue_games_and_verify_finds_those_that_stay(at):
    hall = swiss(2)
    at(LATE)
    assert list(all_differences()) == []
    at(LATE + 6 * 60)
    assert "should have begun long ago" in " ".join(all_differences())
    for work in ROOM.rounds:
        work()
    assert list(all_differences()) == []
    out = StringIO()
    call_command("verify", stdout=out)
    assert hall.row.round == 2


def test_result_says_why_in_table_and_files(at):
    hall = swiss()
    one, other = hall.pairs()[0]
    hall.play(one, other)
    at(LATE)
    advance_due([hall.id])
    page = body(Client().get(reverse("tournament", args=[hall.id])))
    assert f"{one} won. Not begun in time." in page
    assert "1*" in page
    data = json.loads(Client().get(reverse("tournament-json", args=[hall.id])).content)
    assert data["begin_within"] == QUARTER
    assert {game["decided_by"] for game in data["games"] if game["round"] == 1} == {"absent"}


def test_everybody_reads_the_limit_before_they_join():
    hall = Hall(System.KNOCKOUT, 2, CLOCK, begin_within=3 * DAY)
    stranger = body(Client().get(reverse("tournament", args=[hall.id])))
    assert "3 days after the pairing. If only one of the two is there in time, that one wins." in stranger
    assert "both are out" in stranger
    maker = body(browser(hall.alice).get(reverse("tournament", args=[hall.id])))
    assert 'data-text="Mancala: knockout, 5+3. Time to begin a game: 3 days after the pairing.' in maker


def test_own_games_say_until_when_they_must_begin():
    hall = swiss(2)
    page = body(browser(hall.people["bob"]).get(reverse("tournament", args=[hall.id])))
    assert "Begin by <time" in page


@pytest.mark.parametrize(
    ("sent", "minutes"),
    [
        ({}, 0),
        ({"last_day": str(7 * DAY)}, 7 * DAY),
        ({"system": "knockout", "time": "5+3"}, 3 * DAY),
        ({"system": "knockout", "time": "5+3", "round_time": "15"}, 15),
        ({"system": "swiss", "time": "5+3", "round_time": "0"}, 0),
        ({"system": "swiss", "time": "days", "round_time": "15"}, 0),
        ({"system": "evening", "time": "5+3", "round_time": "15", "last_day": str(DAY)}, 0),
    ],
)
def test_form_has_a_sensible_limit_for_each_system(sent, minutes):
    data = QueryDict(mutable=True)
    data.update({"name": "alice", "visibility": "link", **sent})
    form = TournamentForm(get_game("mancala"), data)
    assert form.is_valid(), form.errors
    assert form.plan().begin_within == minutes


def test_next_tournament_of_the_same_people_has_the_same_limit(at):
    hall = swiss(2)
    games.end(hall.id, hall.alice.pk, clock.now())
    members.make_again(hall.id, hall.alice, clock.now())
    following = type(hall.row).objects.get(public_id=hall.row.successor)
    assert following.begin_within == QUARTER
