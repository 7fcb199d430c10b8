"""A time for a game: proposed, agreed, moved, called off, and the match that begins once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.appointments import begin, changes
from games_app.appointments.changes import LEAST_AHEAD, MOST_AHEAD, MOST_OF_PAIR
from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.lists import appointments, attention
from games_app.lists.appointments import PLAY_FROM, PLAY_UNTIL, READY_FOR
from games_app.lists.news import words
from games_app.models import Appointment, Event, Match, Player, Sanction
from games_app.people import accounts, friends, sanctions, signals
from games_app.people.friends import block, unblock
from games_app.record import use_cases
from tests.appointments.meeting import AHEAD, DAYS, HOUR, agreed, befriended, fresh, proposal, sender
from tests.cast import guest

pytestmark = pytest.mark.django_db(transaction=True)


def refusal(change, *arguments) -> str:
    with pytest.raises(Refused) as refused:
        change(*arguments)
    return refused.value.refusal.key


def press(row: Appointment, player: Player) -> str:
    return changes.play(row.public_id, sender(player), clock.now())


def seconds(span: timedelta) -> float:
    return span.total_seconds()


def test_clocked_match_begins_when_both_have_pressed_within_some_minutes(at):
    row = agreed()
    at(seconds(AHEAD))
    assert press(row, row.proposer) == ""
    at(seconds(AHEAD + READY_FOR))
    assert press(row, row.other) == "", "the first one has waited for too long"
    match = press(row, row.proposer)
    assert Match.objects.get(public_id=match).status == "playing"
    assert fresh(row).status == Appointment.Status.PLAYED
    assert press(row, row.other) == match


def test_match_without_a_clock_begins_with_the_first_press(at):
    row = agreed(terms=DAYS)
    at(seconds(AHEAD - PLAY_FROM))
    match = Match.objects.get(public_id=press(row, row.other))
    assert {seat.name for seat in match.seats.all()} == {"alice", "bob"}
    assert Event.objects.filter(cmd=f"appointment:{row.pk}").count() == 1


def test_proposer_has_the_side_that_they_chose(at):
    role = get_game("mancala").roles[1]
    row = proposal(terms=DAYS, side=role)
    changes.agree(row.public_id, sender(row.other), 1, clock.now())
    at(seconds(AHEAD))
    match = press(row, row.other)
    assert Match.objects.get(public_id=match).seats.get(role=role).name == "alice"


def test_game_is_played_neither_before_its_time_nor_an_hour_after(at):
    row = agreed()
    at(seconds(AHEAD - PLAY_FROM) - 1)
    assert refusal(press, row, row.proposer) == "appointment_early"
    at(seconds(AHEAD + PLAY_UNTIL))
    assert refusal(press, row, row.proposer) == "appointment_closed"


def test_game_that_nobody_comes_to_ends_as_not_played_and_costs_nothing(at):
    row = agreed()
    at(seconds(AHEAD))
    press(row, row.proposer)
    at(seconds(AHEAD + PLAY_UNTIL))
    for _again in range(2):
        begin.advance_all()
    assert fresh(row).status == Appointment.Status.MISSED
    assert not Match.objects.exists()
    assert appointments.open_of(row.proposer_id, clock.now()) == []


def test_other_time_is_answered_by_the_one_who_did_not_propose_it():
    row = proposal()
    later, now = row.at + HOUR, clock.now()
    assert refusal(changes.agree, row.public_id, sender(row.proposer), 1, now) == "appointment_not_asked"
    changes.propose_again(row.public_id, sender(row.other), later, now)
    assert refusal(changes.agree, row.public_id, sender(row.other), 2, now) == "appointment_not_asked"
    changes.agree(row.public_id, sender(row.proposer), 2, now)
    changes.agree(row.public_id, sender(row.proposer), 2, now)
    assert (fresh(row).status, fresh(row).at, fresh(row).number) == ("agreed", later, 3)


def test_time_that_has_changed_meanwhile_is_not_agreed_to():
    row, now = proposal(), clock.now()
    changes.propose_again(row.public_id, sender(row.proposer), row.at + HOUR, now)
    assert refusal(changes.agree, row.public_id, sender(row.other), 1, now) == "appointment_changed"


def test_agreed_game_is_moved_by_either_and_agreed_to_again():
    row, now = agreed(), clock.now()
    changes.propose_again(row.public_id, sender(row.proposer), row.at + HOUR, now)
    (shown,) = appointments.open_of(row.other_id, now)
    assert shown.is_asked


def test_form_sent_twice_proposes_one_game():
    assert proposal(cmd="the same form").pk == proposal(cmd="the same form").pk


@pytest.mark.parametrize("ahead", [LEAST_AHEAD - timedelta(seconds=1), MOST_AHEAD + timedelta(hours=1)])
def test_time_too_near_or_too_far_is_refused(at, ahead):
    assert refusal(lambda: proposal(ahead=ahead)) == "appointment_time"


def test_number_of_open_games_of_a_pair_is_limited():
    for _each in range(MOST_OF_PAIR - 1):
        proposal()
    proposal("bob", "alice")
    assert refusal(proposal) == "too_many_appointments.pair"


def test_number_of_open_games_of_a_person_is_limited(monkeypatch):
    monkeypatch.setattr(changes, "MOST_OPEN", 2)
    for name in ("bob", "carol"):
        proposal("alice", name)
    assert refusal(proposal, "alice", "dave") == "too_many_appointments"


def test_number_of_proposals_a_day_is_limited_whatever_became_of_them(monkeypatch):
    monkeypatch.setattr(changes, "MOST_A_DAY", 2)
    for _each in range(2):
        row = proposal()
        changes.cancel(row.public_id, sender(row.proposer), clock.now())
    assert refusal(proposal) == "too_many_invitations"


def test_number_of_changes_is_limited(monkeypatch):
    monkeypatch.setattr(changes, "MOST_CHANGES", 1)
    row = proposal()
    later = row.at + HOUR
    assert (
        refusal(changes.propose_again, row.public_id, sender(row.other), later, clock.now())
        == "too_many_times"
    )


def test_barred_people_propose_and_agree_to_nothing():
    row, now = proposal(), clock.now()
    for player in (row.proposer, row.other):
        sanctions.impose(player, Sanction.Kind.BAR, now + timedelta(days=1))
    assert refusal(proposal) == "barred"
    assert refusal(changes.agree, row.public_id, sender(row.other), 1, now) == "barred"
    changes.cancel(row.public_id, sender(row.other), now)


def test_strangers_agree_on_no_time():
    alice, mallory = befriended("alice")[0], guest("mallory")
    accounts.open_account(mallory, "a long password", clock.now())
    accounts.set_open_to_invitations(alice.account_or_none, is_open=True)
    row = proposal()
    Appointment.objects.filter(pk=row.pk).update(proposer=mallory, changed_by=mallory)
    refused = refusal(changes.agree, row.public_id, sender(row.other), 1, clock.now())
    assert refused == "appointment_with_stranger"


def test_block_cancels_what_is_open_and_what_follows_is_never_seen():
    row, now = agreed(), clock.now()
    block(row.other, row.proposer)
    assert fresh(row).status == Appointment.Status.CANCELLED
    Appointment.objects.filter(pk=row.pk).update(status="proposed", changed_by=row.proposer)
    assert appointments.find(row.public_id, row.other_id, now) is None
    assert appointments.open_of(row.other_id, now) == []
    assert attention.news(row.other_id, now) == []
    assert len(appointments.open_of(row.proposer_id, now)) == 1, "nothing reveals the block"
    unblock(row.other, row.proposer)
    assert not friends.are_friends(row.other_id, row.proposer_id)


def test_blocked_person_reads_of_an_ordinary_cancellation():
    row, now = agreed(), clock.now()
    block(row.proposer, row.other)
    assert appointments.find(row.public_id, row.other_id, now).status == Appointment.Status.CANCELLED
    (news,) = attention.news(row.other_id, now)
    assert words(news) == "alice has cancelled your game: Mancala"
    assert refusal(proposal) == "blocked_by_you"


@pytest.mark.parametrize("leave", [accounts.close, use_cases.withdraw])
def test_games_of_somebody_who_leaves_are_deleted(leave):
    row = agreed()
    leave(row.proposer)
    assert not Appointment.objects.exists()


def test_games_of_a_guest_follow_to_the_account():
    row, alice = agreed(), guest("alice again")
    signals.guest_merged.send(None, guest=row.proposer, player=alice)
    assert fresh(row).proposer == alice
    signals.guest_merged.send(None, guest=row.other, player=alice)
    assert not Appointment.objects.exists(), "nobody plays against themselves"


def test_old_games_are_deleted_and_open_ones_kept(at):
    row = proposal()
    begin.sweep(clock.now())
    assert fresh(row)
    begin.sweep(row.at + begin.KEPT_FOR + HOUR)
    assert not Appointment.objects.exists()


def test_match_that_was_begun_before_a_crash_is_found_again(at):
    row = agreed(terms=DAYS)
    at(seconds(AHEAD))
    match = press(row, row.other)
    Appointment.objects.filter(pk=row.pk).update(match=None, status=Appointment.Status.AGREED)
    at(seconds(AHEAD) + 60)
    begin.advance_all()
    assert fresh(row).match.public_id == match
    assert (fresh(row).status, Match.objects.count()) == (Appointment.Status.PLAYED, 1)
