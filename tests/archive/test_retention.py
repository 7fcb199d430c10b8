"""Matches that never began are deleted after a time; played ones are kept for ever."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games_app.archive import room
from games_app.management.commands.tick import Command as Ticker
from games_app.models import Event, Match, Presence, Seat
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime(2026, 11, 23, tzinfo=UTC)
OLD, RECENT = NOW - timedelta(days=31), NOW - timedelta(days=29)


def ended(status: str, at: datetime) -> Match:
    match = Match.objects.get(public_id=Told("mancala").store())
    Match.objects.filter(pk=match.pk).update(status=status, acted_at=at)
    return match


def test_matches_that_never_began_go_after_a_time_and_all_others_stay():
    gone = [ended(status, OLD) for status in ("expired", "cancelled")]
    kept = [ended(status, OLD) for status in ("waiting", "playing", "over")]
    kept += [ended(status, RECENT) for status in ("expired", "cancelled")]
    assert room.clear_unplayed(NOW, 30) == 2
    assert set(Match.objects.values_list("pk", flat=True)) == {match.pk for match in kept}
    for rows in (Seat, Event):
        assert not rows.objects.filter(match__in=[match.pk for match in gone]).exists()
    assert room.clear_unplayed(NOW, 30) == 0


def test_deletion_takes_few_matches_at_once(monkeypatch):
    monkeypatch.setattr(room, "MATCHES_A_ROUND", 2)
    for _ in range(3):
        ended("expired", OLD)
    assert [room.clear_unplayed(NOW, 30) for _ in range(3)] == [2, 1, 0]


def test_a_host_may_keep_them_for_ever():
    ended("expired", OLD)
    assert room.clear_unplayed(NOW, 0) == 0


def test_the_ticker_deletes_them_and_old_leases(settings, monkeypatch):
    monkeypatch.setattr("games_app.lib.clock.now", lambda: NOW)
    settings.RETENTION_DAYS = 30
    ended("cancelled", OLD)
    match = ended("over", OLD)
    for person, until in (("1", OLD), ("2", NOW)):
        Presence.objects.create(match=match, process="p", person=person, until=until)
    assert Ticker().clear() is False, "there is no more"
    assert list(Match.objects.all()) == [match]
    assert [lease.person for lease in Presence.objects.all()] == ["2"]
