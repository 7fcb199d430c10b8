"""Holidays in matches with days for each turn: each match records them once, and no turn takes time then."""

from __future__ import annotations

from datetime import UTC, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games_app.archive.exports import exported
from games_app.archive.imports import import_match
from games_app.archive.verify import verify
from games_app.lib import clock
from games_app.match.messages import Holiday, TimeUp
from games_app.match.terms import Daily, RealTime, Terms
from games_app.models import Match
from games_app.people import holidays
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import Table, begun_match, guest, site_is_up
from tests.record.matches import BLACK, RED, checkers, frames, last, refused

pytestmark = pytest.mark.django_db(transaction=True)

DAY, UTC_ZONE = 86_400, ZoneInfo("UTC")
TWO_DAYS = Terms(time=Daily(2))


@pytest.fixture
def noon(at):
    """Function that sets the clock to so many days after a noon, with which the test begins."""
    now = at(0)
    tomorrow = now.replace(hour=12, minute=0, second=0, microsecond=0) + timedelta(days=1)
    to_noon = (tomorrow - now).total_seconds()

    def turn(days):
        moment = at(to_noon + days * DAY)
        site_is_up()
        return moment

    turn(0)
    return turn


def away(person, days, first=0):
    """Let the person take a holiday of so many days, from so many days ahead."""
    now = clock.now()
    day = now.astimezone(UTC).date() + timedelta(days=first)
    return holidays.take(person, day, day + timedelta(days=days - 1), UTC_ZONE, now)


def spread():
    """Record the holidays in all matches, as a process does in the course of some seconds."""
    for _ in range(20):
        writer.chores.record_holidays()


def kinds(table, *wanted):
    return [event["what"] for event in frames(table) if event["what"] in wanted]


def test_time_of_a_turn_stands_still_on_a_holiday_and_the_opponent_sees_its_end(noon):
    table = checkers(TWO_DAYS)
    began = table.row.deadline
    noon(1)
    holiday = away(table.alice, 5)
    spread()
    event = last(table)
    assert (event["what"], event["role"], event["until"]) == ("holiday", "black", clock.ms(holiday.until))
    assert event["holidays"] == {"black": clock.ms(holiday.until)}
    assert table.row.deadline == began + (holiday.until - holiday.since)
    noon(7)
    writer.chores.sweep()
    assert table.row.status == "over", "a day was left at noon when it began; it ended at midnight"
    assert table.row.ended_at == began + (holiday.until - holiday.since)
    assert verify(table.id) == []


def test_who_is_on_holiday_may_play_and_has_all_days_after_it_in_the_next_turn(noon):
    table = checkers(TWO_DAYS)
    holiday = away(table.alice, 5)
    spread()
    noon(1)
    assert refused(table.act("black", "move 4 4 3 5")) is None
    assert table.row.deadline == clock.now() + timedelta(days=2), "bob's time runs"
    noon(2)
    while "red" in (match := table.now).state.to_move:
        assert refused(table.act("red", match.state.legal_actions("red")[0])) is None
    assert table.row.deadline == holiday.until + timedelta(days=2)
    assert verify(table.id) == []


def test_both_may_be_on_holiday(noon):
    table = checkers(TWO_DAYS)
    of_alice, of_bob = away(table.alice, 3), away(table.bob, 9)
    spread()
    noon(1)
    table.act("black", "move 4 4 3 5")
    assert last(table)["holidays"] == {"black": clock.ms(of_alice.until), "red": clock.ms(of_bob.until)}
    assert table.row.deadline == of_bob.until + timedelta(days=2)
    assert verify(table.id) == []


def test_every_running_match_of_the_player_records_it_once_and_no_other_match(noon):
    alice = guest("alice")
    daily = [begun(alice) for _ in range(45)]
    others = [begun(alice, Terms(time=RealTime(5, 0))), begun(alice, Terms()), begun(guest("carol"))]
    away(alice, 3)
    spread()
    spread()
    assert [kinds(table, "holiday") for table in daily] == [["holiday"]] * 45
    assert [kinds(table, "holiday") for table in others] == [[]] * 3


def begun(alice, terms=TWO_DAYS):
    """Return a match that this person plays with the first role."""
    table = begun_match("checkers", terms)
    for seat in table.now.seats.values():
        if seat.role == "black":
            seat.player_id = alice.pk
            seat.save(update_fields=["player"])
    writer.forget()
    return Table(table.id, alice, table.bob)


def test_a_match_that_begins_on_a_holiday_records_it(noon):
    alice = guest("alice")
    holiday = away(alice, 3)
    spread()
    noon(1)
    table = begun(alice)
    spread()
    assert last(table)["what"] == "holiday"
    assert table.row.deadline == holiday.until + timedelta(days=2)


def test_a_holiday_to_come_changes_nothing_before_it_begins(noon):
    table = checkers(TWO_DAYS)
    deadline = table.row.deadline
    holiday = away(table.alice, 3, first=1)
    noon(0.4)
    spread()
    assert table.row.deadline == deadline
    noon(0.6)
    spread()
    assert table.row.deadline == deadline + (holiday.until - holiday.since)


def test_a_deadline_that_passed_before_is_not_revived(noon):
    table = checkers(TWO_DAYS)
    noon(2.1)
    away(table.alice, 3)
    spread()
    writer.chores.sweep()
    assert kinds(table, "holiday", "flagged") == ["flagged"]


def test_a_flag_on_a_holiday_that_is_not_recorded_yet_does_not_fall(noon):
    table = checkers(TWO_DAYS)
    away(table.alice, 5, first=1)
    noon(2.1)
    writer.chores.sweep()
    assert kinds(table, "holiday", "flagged") == ["holiday"]
    assert refused(table.act("black", "move 4 4 3 5")) is None
    assert verify(table.id) == []


def test_a_holiday_that_ends_early_lets_time_run_again(noon):
    table = checkers(TWO_DAYS)
    deadline = table.row.deadline
    holiday = away(table.alice, 10)
    spread()
    now = noon(3)
    holidays.end(table.alice, holiday.pk, now)
    noon(3.1)
    spread()
    spread()
    assert kinds(table, "holiday") == ["holiday", "holiday"]
    assert last(table)["until"] == last(table)["at"] == clock.ms(now)
    assert "holidays" not in last(table)
    assert table.row.deadline == deadline + timedelta(days=3)
    assert verify(table.id) == []


def test_a_pause_and_a_holiday_do_not_shorten_each_other(noon):
    table = checkers(TWO_DAYS)
    holiday = away(table.alice, 5)
    spread()
    table.send(table.alice.pk, "offer", what="pause", minutes=24 * 60)
    table.send(table.bob.pk, "accept", what="pause", of=table.row.seq)
    assert table.row.deadline == holiday.until + timedelta(days=2)
    table.send(table.bob.pk, "offer", what="continue")
    table.send(table.alice.pk, "accept", what="continue", of=table.row.seq)
    assert table.row.deadline == holiday.until + timedelta(days=2)
    table.send(table.alice.pk, "offer", what="pause", minutes=14 * 24 * 60)
    table.send(table.bob.pk, "accept", what="pause", of=table.row.seq)
    assert table.row.deadline == clock.now() + timedelta(days=16)
    assert verify(table.id) == []


def test_a_takeback_keeps_the_holiday(noon):
    table = checkers(TWO_DAYS)
    holiday = away(table.alice, 5)
    spread()
    assert refused(table.act("black", "move 4 4 3 5")) is None
    table.send(table.alice.pk, "offer", what="takeback")
    table.send(table.bob.pk, "accept", what="takeback", of=table.row.seq)
    assert last(table)["what"] == "taken_back"
    assert table.row.deadline == holiday.until + timedelta(days=2)
    assert verify(table.id) == []


def test_only_the_server_records_a_holiday(noon):
    table = checkers(TWO_DAYS)
    until = clock.now() + timedelta(days=9)
    for person in (table.alice.pk, table.bob.pk, guest("carol").pk, None):
        message = Holiday(role="black", since=clock.now(), until=until)
        assert refused(writer.run([Command(message, table.id, person)])[0]) == "not_seated"


def test_a_match_under_rules_that_are_not_known_here_is_passed_over(noon):
    table = checkers(TWO_DAYS)
    Match.objects.filter(public_id=table.id).update(rules_version=999)
    away(table.alice, 3)
    assert holidays.unrecorded(clock.now(), 20) == []


def test_looking_for_holidays_takes_one_query(noon):
    checkers(TWO_DAYS)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        holidays.unrecorded(clock.now(), 20)
    assert len(queries) == 1


def test_a_move_makes_no_query_more_on_a_holiday(noon):
    table = checkers(TWO_DAYS)
    away(table.alice, 5)
    spread()
    with CaptureQueriesContext(connection) as queries:
        table.act("black", "move 4 4 3 5")
    assert not [query for query in queries if "games_app_holiday" in query["sql"]]


def test_holidays_are_exported_and_imported_again(noon):
    table = begun_match("checkers", TWO_DAYS)
    holiday = away(table.alice, 5)
    spread()
    noon(1)
    table.act("black", BLACK)
    holidays.end(table.alice, holiday.pk, noon(2))
    spread()
    table.act("red", RED)
    noon(4.5)
    writer.chores.sweep()
    assert kinds(table, "holiday", "flagged") == ["holiday", "holiday", "flagged"]
    file = exported(Match.objects.get(public_id=table.id), "https://play.example")
    carol = guest("carol")
    (stored,) = writer.run([Command(import_match(file), "", carol.pk)])
    assert stored.refusal is None
    assert verify(stored.match) == []


def test_a_deadline_on_a_holiday_is_not_due(noon):
    table = checkers(TWO_DAYS)
    away(table.alice, 5)
    spread()
    noon(3)
    assert refused(writer.run([Command(TimeUp(), table.id, None, from_server=True)])[0]) == "not_due"
