"""Pauses that both players agree on: nobody acts, no clock runs and no absence counts until they end."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.archive.exports import exported
from games_app.archive.imports import import_match
from games_app.archive.verify import verify
from games_app.lib import clock
from games_app.match.messages import CameBack, Gone, TimeUp
from games_app.match.terms import Claim, Daily, Pause, RealTime, Terms
from games_app.models import Match
from games_app.people import presence
from games_app.people.presence import Here
from games_app.record.commands.registry import Command
from games_app.record.writer import Writer, writer
from tests.cast import Table, begun_match, guest, site_is_up, waiting_match
from tests.record.matches import BLACK, ONE_MINUTE, RED, checkers, frames, last, refused

pytestmark = pytest.mark.django_db(transaction=True)

DAY = 24 * 60


def answer(table, person, kind, what):
    """Accept, decline or withdraw the open offer."""
    return refused(table.send(person.pk, kind, what=what, of=table.now.pending.offers[what].seq))


def pause(table, minutes=DAY):
    """Let alice ask for a pause, and bob agree."""
    assert refused(table.send(table.alice.pk, "offer", what="pause", minutes=minutes)) is None
    assert answer(table, table.bob, "accept", "pause") is None


def move(table, role="black", action="move 4 4 3 5"):
    return refused(table.act(role, action))


def sweep():
    site_is_up()
    writer.chores.sweep()


def test_an_agreed_pause_is_seen_by_all_and_nobody_acts_until_its_end(at):
    table = checkers()
    at(10)
    pause(table)
    began = clock.ms(clock.now())
    event = last(table)
    assert (event["what"], event["role"], event["minutes"]) == ("paused", "red", DAY)
    assert event["paused_until"] == began + DAY * 60_000
    assert move(table) == "paused"
    assert refused(table.send(table.alice.pk, "offer", what="takeback")) == "paused"
    at(10 + DAY * 60 - 1)
    assert move(table) == "paused"
    at(10 + DAY * 60 + 5)
    sweep()
    assert move(table) is None
    assert last(table)["clocks"]["left"]["black"] == 45_000
    assert "paused_until" not in last(table)
    assert verify(table.id) == []


def test_the_flag_falls_as_late_as_the_pause_lasted(at):
    table = checkers()
    at(10)
    pause(table, 15)
    assert table.row.deadline == clock.now() + timedelta(minutes=15, seconds=50)
    at(10 + 15 * 60 + 49)
    sweep()
    assert table.row.status == "playing"
    at(10 + 15 * 60 + 51)
    sweep()
    assert (table.row.how, table.row.winner) == ("time", "red")
    assert verify(table.id) == []


def test_both_can_play_on_early(at):
    table = checkers()
    at(10)
    pause(table)
    at(100)
    assert refused(table.send(table.bob.pk, "offer", what="continue")) is None
    assert move(table) == "paused"
    assert answer(table, table.alice, "accept", "continue") is None
    assert (last(table)["what"], last(table)["role"]) == ("continued", "black")
    at(105)
    assert move(table) is None
    assert last(table)["clocks"]["left"]["black"] == 45_000
    assert verify(table.id) == []


def test_second_offer_to_play_on_ends_the_pause(at):
    table = checkers()
    pause(table)
    table.send(table.alice.pk, "offer", what="continue")
    assert refused(table.send(table.bob.pk, "offer", what="continue")) is None
    assert last(table)["what"] == "continued"


def test_in_one_pause_nobody_is_asked_to_play_on_twice_by_the_same_person(at):
    table = checkers()
    pause(table)
    table.send(table.alice.pk, "offer", what="continue")
    assert answer(table, table.bob, "decline", "continue") is None
    assert refused(table.send(table.alice.pk, "offer", what="continue")) == "offered_before"
    assert refused(table.send(table.bob.pk, "offer", what="continue")) is None


def test_an_offer_to_play_on_ends_with_the_pause(at):
    table = checkers()
    pause(table, 15)
    table.send(table.alice.pk, "offer", what="continue")
    at(15 * 60 + 1)
    assert answer(table, table.bob, "accept", "continue") == "not_paused"
    assert refused(table.send(table.alice.pk, "offer", what="continue")) == "not_paused"
    assert move(table) is None
    assert table.now.pending.offers == {}


def test_a_pause_can_be_prolonged(at):
    table = checkers()
    pause(table, DAY)
    at(3600)
    pause(table, 3 * DAY)
    assert table.now.pending.paused_until == clock.ms(clock.now()) + 3 * DAY * 60_000
    assert table.row.deadline == clock.now() + timedelta(days=3, minutes=1)
    assert verify(table.id) == []


def test_a_pause_needs_the_other_player_who_may_decline_or_move_instead():
    table = checkers()
    assert refused(table.send(table.bob.pk, "offer", what="pause", minutes=60)) is None
    assert last(table)["offers"]["pause"] == {"by": "red", "seq": 5, "minutes": 60}
    assert refused(table.send(table.alice.pk, "offer", what="pause", minutes=DAY)) == "answer_first"
    assert move(table) is None
    assert table.now.pending.offers == {}
    assert refused(table.send(table.bob.pk, "offer", what="pause", minutes=60)) == "offered_before"


@pytest.mark.parametrize(
    "data", [{"what": "pause"}, {"what": "draw", "minutes": 60}, {"what": "continue", "minutes": 60}]
)
def test_a_pause_and_nothing_else_has_a_length(data):
    assert refused(checkers().send(None, "offer", **data)) == "not_seated"
    table = checkers()
    assert refused(table.send(table.alice.pk, "offer", **data)) == "pause_length"


def test_only_the_two_players_pause_and_play_on():
    table = checkers()
    table.send(table.alice.pk, "offer", what="pause", minutes=60)
    of = table.row.seq
    for stranger in (guest("carol").pk, begun_match("checkers").alice.pk, None):
        assert refused(table.send(stranger, "offer", what="pause", minutes=60)) == "not_seated"
        assert refused(table.send(stranger, "accept", what="pause", of=of)) == "not_seated"
    assert refused(table.send(table.alice.pk, "accept", what="pause", of=of)) == "own_offer"


def test_time_that_was_up_before_is_not_given_back(at):
    table = checkers()
    table.send(table.alice.pk, "offer", what="pause", minutes=60)
    at(60.1)
    assert answer(table, table.bob, "accept", "pause") == "time_is_up"


@pytest.mark.parametrize("absence", [Claim(30), Pause(1)])
def test_an_absence_ends_when_a_pause_begins_and_none_begins_in_it(at, absence):
    table = checkers(Terms(time=RealTime(5, 0), absence=absence))
    table.send(table.alice.pk, "offer", what="pause", minutes=15)
    site_is_up()
    away = Command(Gone("black"), table.id, None, from_server=True)
    assert refused(writer.run([away])[0]) is None
    at(20)
    assert answer(table, table.bob, "accept", "pause") is None
    assert (table.now.pending.gone, table.now.clocks.paused) == ({}, {})
    at(60)
    site_is_up()
    assert refused(writer.run([away])[0]) == "not_due"
    assert refused(table.send(table.bob.pk, "claim", result="win")) == "not_away"
    assert refused(writer.run([Command(CameBack("black"), table.id, None, from_server=True)])[0]) == "not_due"
    at(20 + 15 * 60 + 1)
    site_is_up()
    if isinstance(absence, Claim):
        assert refused(writer.run([away])[0]) is None
    assert verify(table.id) == []


def test_a_match_without_a_clock_is_not_deserted_in_a_pause_nor_a_week_after_it(at):
    table = checkers(Terms())
    pause(table, 14 * DAY)
    for days, refusal in ((13, "not_deserted"), (20, "not_deserted"), (22, None)):
        at(days * 86_400)
        assert refused(table.send(table.bob.pk, "abandon")) == refusal


def test_the_first_move_waits_for_the_end_of_the_pause(at):
    table = begun_match("checkers", ONE_MINUTE)
    at(10)
    pause(table, 15)
    assert table.row.deadline == clock.now() + timedelta(minutes=15, seconds=50)
    assert move(table, "black", BLACK) == "paused"
    at(10 + 15 * 60 + 49)
    assert move(table, "black", BLACK) is None
    assert move(table, "red", RED) is None
    assert verify(table.id) == []


def test_an_outage_in_a_pause_and_a_clock_set_back_move_nothing(at):
    table = checkers()
    pause(table)
    before = table.row
    for seconds in (500, 400):
        at(seconds)
        Writer().chores.note_alive()
    assert (table.row.seq, table.row.deadline) == (before.seq, before.deadline)


def test_an_outage_over_the_end_of_a_pause_is_given_back_from_that_end(at):
    table = checkers()
    site_is_up()
    pause(table, 15)
    at(15 * 60 - 100)
    site_is_up()
    at(15 * 60 + 50)
    writer.chores.note_alive()
    assert last(table)["what"] == "outage"
    assert 50_000 <= last(table)["delay"] < 60_000
    assert verify(table.id) == []


def test_two_at_one_screen_pause_and_play_on_at_once(at):
    alice = guest("alice")
    table = Table(waiting_match("checkers", alice, "both", ONE_MINUTE), alice, alice)
    assert refused(table.send(alice.pk, "offer", what="pause", minutes=60)) is None
    assert last(table)["what"] == "paused"
    assert move(table, "black", BLACK) == "paused"
    assert refused(table.send(alice.pk, "offer", what="continue")) is None
    assert move(table, "black", BLACK) is None
    assert verify(table.id) == []


def test_the_end_of_a_match_ends_its_pause(at):
    table = checkers()
    pause(table)
    assert refused(table.send(table.alice.pk, "resign")) is None
    assert "paused_until" not in last(table)
    assert verify(table.id) == []


def test_a_deadline_is_not_due_in_a_pause(at):
    table = checkers(Terms(time=Daily(1)))
    pause(table, 3 * DAY)
    at(2 * 86_400)
    site_is_up()
    assert refused(writer.run([Command(TimeUp(), table.id, None, from_server=True)])[0]) == "not_due"


def test_pauses_are_exported_and_imported_again(at):
    table = checkers()
    pause(table)
    at(60)
    table.send(table.alice.pk, "offer", what="continue")
    answer(table, table.bob, "accept", "continue")
    pause(table, 15)
    at(60 + 15 * 60 + 1)
    move(table)
    table.send(table.bob.pk, "resign")
    file = exported(Match.objects.get(public_id=table.id), "https://play.example")
    paused = [(entry.what, entry.minutes) for entry in file.entries if entry.minutes]
    assert paused == [("offered", DAY), ("paused", DAY), ("offered", 15), ("paused", 15)]
    carol = guest("carol")
    (stored,) = writer.run([Command(import_match(file), "", carol.pk)])
    assert stored.refusal is None
    assert verify(stored.match) == []
    copy = Table(stored.match, carol, carol)
    assert [event["what"] for event in frames(copy)] == [event["what"] for event in frames(table)]


def test_presence_does_not_matter_in_a_pause(at):
    table = checkers(Terms(time=RealTime(5, 0), absence=Claim(30)))
    pause(table)
    at(40)
    site_is_up()
    presence.renew("one", [Here(table.id, "red", "", ("red",), timedelta())], clock.now())
    writer.chores.notice()
    assert table.now.pending.gone == {}
