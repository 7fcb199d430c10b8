"""Holidays: whole days, at most 21 in a calendar year, however they are taken, ended and cancelled."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings, strategies

from games_app.lib.refusals import Refused
from games_app.match.terms import DAYS_A_YEAR
from games_app.people import holidays
from tests.cast import guest

pytestmark = pytest.mark.django_db

START = datetime(2026, 11, 20, 12, tzinfo=UTC)
BERLIN, KUALA_LUMPUR = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Kuala_Lumpur")


def code(change, *arguments):
    with pytest.raises(Refused) as refused:
        change(*arguments)
    return refused.value.refusal.code


def test_days_begin_and_end_at_midnight_where_the_player_is():
    holiday = holidays.take(guest("alice"), date(2026, 12, 1), date(2026, 12, 5), KUALA_LUMPUR, START)
    assert holiday.since == datetime(2026, 11, 30, 16, tzinfo=UTC)
    assert holiday.until == datetime(2026, 12, 5, 16, tzinfo=UTC)


def test_a_holiday_of_today_begins_now():
    holiday = holidays.take(guest("alice"), START.date(), START.date(), BERLIN, START)
    assert (holiday.since, holiday.until) == (START, datetime(2026, 11, 20, 23, tzinfo=UTC))


@pytest.mark.parametrize(
    ("first", "last", "refusal"),
    [
        (date(2026, 11, 19), date(2026, 11, 22), "holiday_days"),
        (date(2026, 11, 22), date(2026, 11, 21), "holiday_days"),
        (date(2027, 11, 21), date(2027, 11, 22), "holiday_days"),
        (date(2026, 12, 1), date(2026, 12, 22), "too_many_holidays"),
        (date(2026, 11, 25), date(2026, 11, 26), "holiday_overlaps"),
    ],
)
def test_days_of_the_past_too_many_or_twice_the_same_are_refused(first, last, refusal):
    alice = guest("alice")
    holidays.take(alice, date(2026, 11, 26), date(2026, 11, 27), BERLIN, START)
    assert code(holidays.take, alice, first, last, BERLIN, START) == refusal


def test_each_year_has_days_of_its_own():
    alice = guest("alice")
    holidays.take(alice, date(2026, 12, 11), date(2027, 1, 21), BERLIN, START)
    assert holidays.days_taken(alice) == {2026: 21, 2027: 21}


def test_a_holiday_that_ends_early_gives_the_other_days_back():
    alice = guest("alice")
    holiday = holidays.take(alice, START.date(), START.date() + timedelta(days=20), BERLIN, START)
    now = START + timedelta(days=3)
    holidays.end(alice, holiday.pk, now)
    assert holidays.days_taken(alice) == {2026: 4}
    assert holidays.covering(alice.pk, now) is None
    assert code(holidays.take, alice, now.date(), now.date(), BERLIN, now) == "holiday_overlaps"


def test_a_holiday_to_come_is_cancelled_without_a_trace_and_one_of_somebody_else_stays():
    alice, mallory = guest("alice"), guest("mallory")
    holiday = holidays.take(alice, date(2026, 12, 1), date(2026, 12, 5), BERLIN, START)
    holidays.end(mallory, holiday.pk, START)
    assert holidays.days_taken(alice) == {2026: 5}
    holidays.end(alice, holiday.pk, START)
    assert holidays.days_taken(alice) == {}


def test_the_days_of_a_guest_count_for_the_account():
    visitor, alice = guest("visitor"), guest("alice")
    holidays.take(visitor, date(2026, 12, 1), date(2026, 12, 20), BERLIN, START)
    holidays.hand_over(visitor, alice, START)
    days = date(2026, 12, 21), date(2026, 12, 22)
    assert code(holidays.take, alice, *days, BERLIN, START) == "too_many_holidays"


def test_a_guest_brings_no_days_beyond_those_of_the_account():
    visitor, alice = guest("visitor"), guest("alice")
    holidays.take(alice, date(2026, 12, 1), date(2026, 12, 20), BERLIN, START)
    for first, last in ((START.date(), date(2026, 11, 23)), (date(2026, 12, 25), date(2026, 12, 26))):
        holidays.take(visitor, first, last, BERLIN, START)
    now = START + timedelta(days=1)
    holidays.hand_over(visitor, alice, now)
    assert holidays.days_taken(alice) == {2026: 22}, "the days until now have been taken"
    assert holidays.covering(alice.pk, now) is None


def test_holidays_are_kept_until_the_end_of_the_next_year():
    alice = guest("alice")
    holidays.take(alice, date(2026, 12, 1), date(2026, 12, 5), BERLIN, START)
    for year, kept in ((2027, True), (2028, False)):
        holidays.sweep(datetime(year, 12, 31, tzinfo=UTC))
        assert holidays.of_player(alice).exists() is kept


STEPS = strategies.lists(
    strategies.tuples(
        strategies.integers(0, 40),
        strategies.integers(0, 25),
        strategies.sampled_from(("take", "end")),
        strategies.integers(0, 30 * 24),
    ),
    max_size=25,
)


@given(steps=STEPS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
def test_days_of_a_year_never_exceed_the_limit(steps):
    with transaction.atomic():
        alice, now = guest("alice"), START
        away: set[date] = set()
        for ahead, length, what, hours in steps:
            first = now.date() + timedelta(days=ahead)
            try:
                if what == "take":
                    holidays.take(alice, first, first + timedelta(days=length), ZoneInfo("UTC"), now)
                elif holiday := holidays.of_player(alice).last():
                    holidays.end(alice, holiday.pk, now)
            except Refused:
                pass
            later = now + timedelta(hours=hours)
            for holiday in holidays.of_player(alice):
                begin, end = max(holiday.since, now), min(holiday.until, later)
                hours_away = (begin + timedelta(hours=n) for n in range(hours))
                away |= {moment.date() for moment in hours_away if moment < end}
            now = later
        days = Counter(day.year for day in away)
        assert all(taken <= DAYS_A_YEAR for taken in days.values())
        transaction.set_rollback(True)
