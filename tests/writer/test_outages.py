"""R9: the time in which nothing could be stored is charged to nobody."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from games_app import clock
from games_app.models import Alive, Match
from games_app.services import outages
from games_app.writer import Writer
from tests.cast import guest, waiting_match

pytestmark = pytest.mark.django_db(transaction=True)


def invitation() -> Match:
    return Match.objects.get(public_id=waiting_match("mancala", guest("alice"), "north"))


def test_a_running_deadline_is_put_off_by_the_length_of_the_outage_as_an_event(at):
    Writer().note_alive()
    before = invitation()
    at(100)
    Writer().note_alive()
    after = Match.objects.get(pk=before.pk)
    assert after.deadline - before.deadline == timedelta(seconds=100)
    assert after.events.get(what="outage").seq == 2
    assert '"delay":100000' in after.events.get(what="outage").frame


def test_a_deadline_that_passed_while_the_site_was_down_had_not_passed_for_anybody(at):
    Writer().note_alive()
    before = invitation()
    at(before.deadline.timestamp() - clock.now().timestamp() - 5)
    Alive.objects.update(at=clock.now())
    down_until = at(25 * 3600)
    Writer().note_alive()
    assert Match.objects.get(pk=before.pk).status_at(down_until) == "waiting"


def test_a_deadline_that_had_passed_before_stays_passed(at):
    Writer().note_alive()
    before = invitation()
    at(25 * 3600)
    Alive.objects.update(at=clock.now())
    later = at(26 * 3600)
    Writer().note_alive()
    after = Match.objects.get(pk=before.pk)
    assert after.status_at(later) == "expired"
    assert after.deadline == before.deadline


def test_a_short_pause_between_two_signs_of_life_is_no_outage(at):
    Writer().note_alive()
    before = invitation()
    at(1.9)
    Writer().note_alive()
    assert Match.objects.get(pk=before.pk).deadline == before.deadline


def test_two_processes_that_come_back_together_make_up_for_an_outage_once(at):
    Writer().note_alive()
    before = invitation()
    at(60)
    for _ in range(2):
        Writer().note_alive()
    assert Match.objects.get(pk=before.pk).deadline - before.deadline == timedelta(seconds=60)


def test_the_time_that_making_up_for_an_outage_takes_is_no_further_outage(at, monkeypatch):
    """With thousands of matches it takes longer than a pause may: one would follow from the other."""
    monkeypatch.setattr(outages, "EACH", timedelta(seconds=4))
    Writer().note_alive()
    before = [invitation() for _ in range(3)]
    for seconds in (100, 111.9, 113):
        at(seconds)
        Writer().note_alive()
    for match in before:
        outage = Match.objects.get(pk=match.pk).events.get(what="outage")
        assert '"delay":110000' in outage.frame


def test_where_it_takes_longer_than_foreseen_more_is_foreseen_the_next_time(at):
    Writer().note_alive()
    invitation()
    at(100)
    Writer().note_alive()
    for seconds in (130, 189):
        at(seconds)
        Writer().note_alive()
        outages = Match.objects.get().events.filter(what="outage").order_by("seq")
        assert [json.loads(one.frame)["delay"] for one in outages] == [100_000, 90_000]
