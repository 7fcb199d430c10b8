"""Knockout, Swiss and evening from beginning to end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.match.messages import Offer, TimeUp
from games_app.models import Match, Pairing
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from games_app.tournaments import games, members
from games_app.tournaments.progress import advance, advance_due, begin_ordered
from games_app.tournaments.record import Status, System
from games_app.tournaments.room import ROOM
from games_app.tournaments.verify import all_differences
from tests.cast import guest
from tests.tournaments.hall import CLOCK, DAYS, Hall, resign

pytestmark = pytest.mark.django_db(transaction=True)


def winners_of(hall: Hall, number: int) -> list[str]:
    """Let the first mover win each game of a round that has two people; return the winners."""
    pairs = [pair for pair in hall.pairs(number) if pair[1]]
    for first, second in pairs:
        hall.win(first, second)
    return [first for first, _ in pairs]


def test_knockout_of_eight_has_three_rounds_and_one_winner():
    hall = Hall(System.KNOCKOUT, 8)
    hall.start()
    for number, boards in ((1, 4), (2, 2), (3, 1)):
        assert len(hall.pairs(number)) == boards
        assert hall.row.round == number
        winners = winners_of(hall, number)
    assert len(winners) == 1
    assert hall.row.status == Status.OVER
    assert Match.objects.count() == 7


def test_knockout_matches_with_days_a_turn_begin_by_themselves():
    hall = Hall(System.KNOCKOUT, 4)
    hall.start()
    assert [p.match.status for p in hall.now.pairings] == ["playing", "playing"]


def test_knockout_gives_byes_when_people_are_missing():
    hall = Hall(System.KNOCKOUT, 3)
    hall.start()
    assert [bool(second) for _, second in hall.pairs()] == [False, True]
    (winner,) = winners_of(hall, 1)
    assert winner in hall.pairs(2)[0]


def test_knockout_plays_again_with_sides_swapped_after_a_draw():
    hall = Hall(System.KNOCKOUT, 2, CLOCK)
    hall.start()
    (pair,) = hall.pairs()
    games.settle(hall.id, hall.alice.pk, hall.pairing(*pair).pk, Pairing.Outcome.DRAW, clock.now())
    assert hall.pairs() == [pair, (pair[1], pair[0])]
    assert hall.row.status == Status.PLAYING


def test_knockout_goes_on_when_somebody_does_not_show_up():
    hall = Hall(System.KNOCKOUT, 4, CLOCK)
    hall.start()
    (one, other), (third, fourth) = hall.pairs()
    members.remove(hall.id, hall.alice.pk, hall.now.entry_of(hall.people[other].pk).number, clock.now())
    games.settle(hall.id, hall.alice.pk, hall.pairing(third, fourth).pk, Pairing.Outcome.NONE, clock.now())
    # Nobody is left on the other side of the bracket, so the one who stayed has won.
    assert hall.row.status == Status.OVER
    assert hall.outcome(one, other) == (one, "left")


def test_knockout_takes_nobody_in_after_its_start():
    hall = Hall(System.KNOCKOUT, 2)
    hall.start()
    hall.people["zoe"] = guest("zoe")
    with pytest.raises(Refused, match="has begun"):
        hall.join("zoe")


def test_only_two_people_or_more_can_start():
    hall = Hall(System.SWISS, 1, rounds=3)
    with pytest.raises(Refused, match="At least two"):
        hall.start()
    hall.join("bob")
    hall.start()
    with pytest.raises(Refused, match="has begun"):
        hall.start()


def test_swiss_pairs_the_next_round_when_all_games_are_decided_and_ends_after_the_last():
    hall = Hall(System.SWISS, 5, rounds=3)
    hall.start()
    met = set()
    for number in (1, 2, 3):
        assert hall.row.round == number
        pairs = hall.pairs(number)
        assert sorted(name for pair in pairs for name in pair if name) == sorted(hall.people)
        met |= {frozenset(pair) for pair in pairs}
        winners_of(hall, number)
    assert len(met) == 9
    assert hall.row.status == Status.OVER


def test_round_is_paired_once_when_several_processes_notice_that_it_is_over():
    hall = Hall(System.SWISS, 6, DAYS, rounds=2)
    hall.start()
    for first, second in hall.pairs():
        resign(games.match_of(hall.pairing(first, second).pk), hall.people[second])
    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(advance_and_close, hall.id) for _ in range(8)]:
            done.result()
    assert hall.row.round == 2
    assert len(hall.pairs(2)) == 3
    assert Match.objects.count() == 6
    assert list(all_differences()) == []


def test_match_that_was_begun_before_a_crash_is_found_again():
    hall = Hall(System.KNOCKOUT, 2, DAYS)
    hall.start()
    (pair,) = hall.pairs()
    match = games.match_of(hall.pairing(*pair).pk)
    Pairing.objects.update(match=None)
    begin_ordered(hall.id)
    assert games.match_of(hall.pairing(*pair).pk) == match
    assert Match.objects.count() == 1


def test_ticker_takes_over_results_while_nobody_looks():
    hall = Hall(System.KNOCKOUT, 4, DAYS)
    hall.start()
    for first, second in hall.pairs():
        resign(games.match_of(hall.pairing(first, second).pk), hall.people[second])
    for work in ROOM.rounds:
        work()
    assert hall.row.round == 2


def advance_and_close(public_id: str) -> None:
    try:
        advance(public_id)
    finally:
        connection.close()


def test_swiss_takes_in_late_comers_in_the_next_round():
    hall = Hall(System.SWISS, 4, rounds=2)
    hall.start()
    hall.join("erin")
    hall.join("frank")
    winners_of(hall, 1)
    assert {name for pair in hall.pairs(2) for name in pair} == set(hall.people)


def test_evening_pairs_people_again_as_soon_as_they_are_free():
    hall = Hall(System.EVENING, 4, CLOCK, minutes=20)
    hall.start()
    first, second = hall.pairs()
    assert all(p.match_id for p in hall.now.pairings)
    hall.win(*first)
    # The two have just met, and others still play: so they wait.
    assert len(hall.pairs()) == 2
    hall.win(*second)
    assert len(hall.pairs()) == 4
    assert {frozenset(pair) for pair in hall.pairs()[2:]}.isdisjoint({frozenset(first), frozenset(second)})


def test_evening_gives_no_game_to_people_who_pause():
    hall = Hall(System.EVENING, 3, CLOCK, minutes=20)
    members.pause(hall.id, hall.people["bob"].pk, paused=True)
    hall.start()
    assert [set(pair) for pair in hall.pairs()] == [{"alice", "carol"}]
    members.pause(hall.id, hall.people["bob"].pk, paused=False)
    hall.win("alice", "carol")
    assert "bob" in hall.pairs()[1]


def test_evening_pauses_the_one_who_does_not_make_the_first_move(at):
    hall = Hall(System.EVENING, 2, CLOCK, minutes=20)
    hall.start()
    ((first, second),) = hall.pairs()
    match = hall.pairing(first, second).match
    at((match.deadline - clock.now()).total_seconds() + 1)
    writer.run([Command(TimeUp(), match.public_id, None, from_server=True)])
    advance_due([hall.id])
    assert hall.outcome(first, second) == ("none", "match")
    assert hall.now.entry_of(hall.people[first].pk).paused
    assert len(hall.pairs()) == 1


def test_evening_ends_after_its_last_game(at):
    hall = Hall(System.EVENING, 2, CLOCK, minutes=20)
    hall.start()
    at(21 * 60)
    advance_due([hall.id])
    assert hall.row.status == Status.PLAYING
    match = hall.pairing(*hall.pairs()[0]).match
    writer.run([Command(TimeUp(), match.public_id, None, from_server=True)])
    advance_due([hall.id])
    assert hall.row.status == Status.OVER
    assert len(hall.pairs()) == 1


def test_maker_ends_a_tournament_early_and_open_games_do_not_count():
    hall = Hall(System.SWISS, 4, CLOCK, rounds=3)
    hall.start()
    games.end(hall.id, hall.alice.pk, clock.now())
    assert hall.row.status == Status.OVER
    assert {p.decided_by for p in hall.now.pairings} == {"end"}


@pytest.mark.parametrize(("system", "refusal"), [(System.ROUND_ROBIN, None), (System.KNOCKOUT, "no_pause")])
def test_a_game_for_which_others_wait_can_not_be_paused(system, refusal):
    hall = Hall(system, 2, DAYS)
    if system == System.KNOCKOUT:
        hall.start()
    advance_due([hall.id])
    match = games.match_of(hall.pairing("alice", "bob").pk) or hall.play("alice", "bob")
    answer = writer.run([Command(Offer("pause-it-now", "pause", 60), match, hall.alice.pk)])[0]
    assert (answer.refusal.code if answer.refusal else None) == refusal
